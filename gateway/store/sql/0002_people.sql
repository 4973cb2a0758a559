-- The same for those who sign in: accounts, sessions, cards, and who did what. A table of its own, so that somebody may be
-- given the records to read without it.
CREATE TABLE people (
    stream text NOT NULL,
    n bigint NOT NULL CHECK (n > 0),
    data bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream, n)
);
COMMENT ON TABLE people IS 'Digests of passwords and sessions: for nobody but the relay.';
