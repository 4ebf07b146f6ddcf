import { describe, expect, it } from 'vitest';
import { chips, dollars, inWords, parseAmount, signed, blindsInWords, inBlinds, typedBlinds } from './money.ts';

describe('amounts', () => {
  it('have thousands separators', () => {
    expect(chips(0)).toBe('0');
    expect(chips(999)).toBe('999');
    expect(chips(12500)).toBe('12,500');
  });

  it('have a sign as a result, and none where it is nothing', () => {
    expect(signed(1500)).toBe('+1,500');
    expect(signed(-15)).toBe('−15');
    expect(signed(0)).toBe('0');
  });

  it('show cents only where there are any', () => {
    expect(dollars(125000)).toBe('$1,250');
    expect(dollars(1250)).toBe('$12.50');
    expect(dollars(5)).toBe('$0.05');
  });

  it('are read as people type them', () => {
    expect(parseAmount('1250')).toBe(1250);
    expect(parseAmount(' 1,250 ')).toBe(1250);
    expect(parseAmount('1.25k')).toBe(1250);
    expect(parseAmount('1.5K')).toBe(1500);
    expect(parseAmount('2k')).toBe(2000);
    expect(parseAmount('1,234,567')).toBe(1234567);
  });

  it('are not read where they are not whole', () => {
    for (const typed of ['', '-5', '1.5', '12,50', '1,25', '1e3', '0x10', 'all', '1.2345k', '9'.repeat(20), 'Infinity']) {
      expect(parseAmount(typed), typed).toBeUndefined();
    }
  });

  it('are read aloud in words', () => {
    expect(inWords(0)).toBe('zero');
    expect(inWords(19)).toBe('nineteen');
    expect(inWords(90)).toBe('ninety');
    expect(inWords(120)).toBe('one hundred twenty');
    expect(inWords(1250)).toBe('one thousand two hundred fifty');
    expect(inWords(1000001)).toBe('one million one');
    expect(inWords(45)).toBe('forty-five');
  });

  it('may be in big blinds where there is a blind', () => {
    expect(parseAmount('2bb', 5)).toBe(10);
    expect(parseAmount('2.5 bb', 4)).toBe(10);
    // There are no half chips.
    expect(parseAmount('2.5bb', 5)).toBeUndefined();
    expect(parseAmount('2bb')).toBeUndefined();
    expect(parseAmount('bb', 5)).toBeUndefined();
  });
});

describe('big blinds', () => {
  it('are written with as many decimals as they need, two at most, and say when that is not exact', () => {
    const of = (amount: number, blind: number): string => inBlinds(amount, blind).replace('\u00a0', ' ');
    expect([of(115, 5), of(7, 5), of(12_400, 10), of(0, 5), of(33, 4)]).toEqual(['23 bb', '1.4 bb', '1,240 bb', '0 bb', '8.25 bb']);
    expect([of(1, 3), of(2, 3), of(6250, 2)]).toEqual(['≈0.33 bb', '≈0.67 bb', '3,125 bb']);
  });

  it('are typed where they are exact, and read again as the same amount', () => {
    expect([typedBlinds(115, 5), typedBlinds(7, 5), typedBlinds(1, 3), typedBlinds(12_400, 10)]).toEqual(['23bb', '1.4bb', '1', '1240bb']);
    for (const amount of [1, 7, 115, 999, 12_400]) for (const blind of [1, 2, 3, 5, 10, 25]) expect(parseAmount(typedBlinds(amount, blind), blind)).toBe(amount);
  });

  it('are spoken in words', () => {
    expect([blindsInWords(5, 5), blindsInWords(7, 5), blindsInWords(33, 4), blindsInWords(1, 3)]).toEqual([
      'one big blind', 'one point four big blinds', 'eight point two five big blinds', 'about zero point three three big blinds',
    ]);
  });
});
