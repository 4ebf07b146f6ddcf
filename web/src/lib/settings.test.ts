import { describe, expect, it } from 'vitest';
import { motionOf, readSettings, themeOf } from './settings.ts';

describe('settings', () => {
  it('are the defaults where nothing was stored', () => {
    const usual = readSettings(null);
    expect(usual).toMatchObject({ theme: 'dark', deck: 'four', letters: false, cards: 100, motion: 'device', amounts: 'chips', turned: 0 });
    expect(usual).toMatchObject({ foldTwice: true, oneEnter: false, text: false, speak: 'all', keys: true, keymap: {}, muted: [], vibrate: true });
    // What needs the player's attention makes a sound; cards, chips and chat do not (1.5).
    expect(usual.sounds).toEqual({ turn: true, ten: true, five: true, line: true, cards: false, chips: false, chat: false });
  });

  it('keep what fits and fall back where it does not', () => {
    const read = readSettings(
      JSON.stringify({
        theme: 'light', deck: 'plaid', letters: 'yes', cards: 400, motion: null, turned: 3.5, sound: 'low', remind: 30,
        sounds: { turn: false, chat: 1, thunder: true }, muted: [4, 'Ben', -1, 9.5, 12], keymap: { fold: 'x', call: 7 }, gone: true,
      }),
    );
    expect(read).toMatchObject({ theme: 'light', deck: 'four', letters: false, cards: 100, motion: 'device', turned: 0, sound: 'low', remind: 30 });
    expect(read.sounds).toMatchObject({ turn: false, chat: false });
    expect(read.sounds).not.toHaveProperty('thunder');
    expect(read).not.toHaveProperty('gone');
    expect(read.muted).toEqual([4, 12]);
    expect(read.keymap).toEqual({ fold: 'x' });
  });

  it('are the defaults where what was stored is not settings at all', () => {
    for (const broken of ['', '{"theme":"li', '[]', '7', 'null', '"dark"']) expect(readSettings(broken)).toEqual(readSettings(null));
  });

  it('are read back as they were written', () => {
    const chosen = { ...readSettings(null), theme: 'contrast' as const, cards: 130, keymap: { fold: 'x' }, muted: [3] };
    expect(readSettings(JSON.stringify(chosen))).toEqual(chosen);
  });

  it('of one reading are independent of another', () => {
    readSettings(null).sounds.turn = false;
    expect(readSettings(null).sounds.turn).toBe(true);
  });
});

describe('the device', () => {
  const plain = { light: false, contrast: false, still: false };
  it('decides only where the viewer left it to', () => {
    expect(themeOf('device', plain)).toBe('dark');
    expect(themeOf('device', { ...plain, light: true })).toBe('light');
    expect(themeOf('device', { light: true, contrast: true, still: false })).toBe('contrast');
    expect(themeOf('dark', { light: true, contrast: true, still: false })).toBe('dark');
    expect(motionOf('device', { ...plain, still: true })).toBe('none');
    expect(motionOf('device', plain)).toBe('full');
    expect(motionOf('full', { ...plain, still: true })).toBe('full');
    expect(motionOf('none', plain)).toBe('none');
  });
});
