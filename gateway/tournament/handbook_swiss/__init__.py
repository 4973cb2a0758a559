"""Swiss by the handbooks (积分编排制): split-half 分区, adjacent 临近, first-last 首尾. DH (四), GO app.4, GN app.6.

`handbook_pairing.py` pairs a round; `swiss_rules.py` has what the regulations announce, `swiss_history.py` what an
entrant has behind it, `legal_matching.py` the look-ahead by which a legal pairing is always found where there is one.
"""
