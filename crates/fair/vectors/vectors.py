"""Writes vectors.txt: the derivation of `fair`, computed without it.

Run from this folder: python3 vectors.py > vectors.txt
"""

import struct


def block(key, counter, nonce):
    """One block of ChaCha20, RFC 8439 section 2.3."""

    def rotate(x, n):
        return ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF

    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key))
    start += [counter] + list(struct.unpack("<3I", nonce))
    s = start[:]

    def quarter(a, b, c, d):
        for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & 0xFFFFFFFF
            s[z] = rotate(s[z] ^ s[x], n)

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))


# RFC 8439 section 2.3.2.
assert block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000")) == bytes.fromhex(
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


def words(seed, label):
    nonce = label.encode().ljust(8, b"\0") + bytes(4)
    counter = 0
    while True:
        yield from struct.unpack("<16I", block(seed, counter, nonce))
        counter += 1


def below(stream, n):
    if n < 2:
        return 0
    while True:
        product = next(stream) * n
        if product % 2**32 >= (2**32 - n) % n:
            return product >> 32


def shuffle(seed, deck):
    stream = words(seed, "shuffle")
    for i in range(len(deck) - 1):
        j = i + below(stream, len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def deck(cards):
    ranks = "23456789TJQKA"[13 - cards // 4 :]
    return [r + s for r in ranks for s in "cdhs"] + ["Jo"] * (cards % 4)


seeds = [bytes(32), bytes(range(32)), bytes([255] * 32), bytes((i * i * 7 + 3) % 256 for i in range(32))]
print("# word: seed, label, the first words of the stream")
for seed in seeds:
    for label in ("shuffle", "salts", "cut", "bots"):
        stream = words(seed, label)
        print("word", seed.hex(), label, *(next(stream) for _ in range(4)))
stream = words(seeds[1], "bots")
print("# word at: seed, label, how many words come before, the word")
for at, word in zip(range(1001), stream):
    if at in (15, 16, 63, 64, 255, 256, 1000):
        print("word-at", seeds[1].hex(), "bots", at, word)
print("# draw: seed, label, n, draws below n one after the other")
for n in (0, 1, 2, 6, 52, 53, 65536, 2863311531, 3000000000, 4294967295):
    stream = words(seeds[3], "cut")
    print("draw", seeds[3].hex(), "cut", n, *(below(stream, n) for _ in range(24)))
print("# hand: master seed, hand, attempt, the seed of the hand")
for seed in seeds:
    for hand, attempt in ((0, 0), (1, 0), (1, 1), (2**64 - 1, 2**32 - 1), (123456789012, 3)):
        nonce = struct.pack("<QI", hand, attempt)
        print("hand", seed.hex(), hand, attempt, block(seed, 2**32 - 1, nonce)[:32].hex())
print("# shuffle: seed, cards in the deck (53 and 33 with the joker), the shuffled deck")
for seed in seeds:
    for cards in (52, 53, 36, 33, 32):
        print("shuffle", seed.hex(), cards, *shuffle(seed, deck(cards)))
