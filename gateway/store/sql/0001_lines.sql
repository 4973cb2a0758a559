-- Numbered lines in named streams, each with a hash over itself and all lines before it in its stream: the records of
-- tables, of the event and of the hall.
CREATE TABLE lines (
    stream text NOT NULL,
    n bigint NOT NULL CHECK (n > 0),
    data bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream, n)
);
COMMENT ON TABLE lines IS 'Written by one relay at a time, and never changed by hand: each line vouches for those before it.';
