// Which sound each thing makes. Short soft tones, made on the device; `sounds.svelte.ts` plays them.

import type { SoundName } from './settings.ts';
import type { Update } from '../wire/wire.ts';

/**
 * One tone: when it begins and how long it lasts, in milliseconds, its pitch in hertz, and how loud it is.
 */
export interface Tone {
  at: number;
  lasts: number;
  pitch: number;
  loud: number;
}

/** The same tone this many times. */
function times(count: number, pitch: number): Tone[] {
  return Array.from({ length: count }, (_, at) => ({ at: at * 190, lasts: 130, pitch, loud: 0.8 }));
}

/** What each sound is made of: one tone for your turn, two at ten seconds, three at five. */
export const SOUND: Readonly<Record<SoundName | 'back', readonly Tone[]>> = {
  turn: [{ at: 0, lasts: 320, pitch: 523, loud: 1 }],
  ten: times(2, 659),
  five: times(3, 784),
  line: [{ at: 0, lasts: 160, pitch: 392, loud: 0.8 }, { at: 170, lasts: 240, pitch: 294, loud: 0.8 }],
  back: [{ at: 0, lasts: 160, pitch: 294, loud: 0.8 }, { at: 170, lasts: 240, pitch: 392, loud: 0.8 }],
  cards: [{ at: 0, lasts: 35, pitch: 1250, loud: 0.35 }],
  chips: [{ at: 0, lasts: 30, pitch: 2100, loud: 0.3 }, { at: 55, lasts: 30, pitch: 2500, loud: 0.25 }],
  chat: [{ at: 0, lasts: 90, pitch: 988, loud: 0.4 }],
};

/** The volume at each level. */
export const LEVEL = { off: 0, low: 0.05, normal: 0.16 } as const;

/**
 * The sounds of what happened at a table. Only what the viewer sees is heard: cards on the board and the
 * viewer's own, chips that are put in, and of chips won only the viewer's own.
 */
export function soundsOf(update: Update, own: number | null): SoundName[] {
  const found = new Set<SoundName>();
  for (const event of update.events) {
    switch (event.e) {
      case 'hole_dealt':
        if (event.seat === own) found.add('cards');
        break;
      case 'board_dealt':
        found.add('cards');
        break;
      case 'posted':
      case 'called':
      case 'bet':
      case 'raised':
        found.add('chips');
        break;
      case 'awarded':
        if (event.seat === own) found.add('chips');
        break;
      default:
        break;
    }
  }
  return [...found];
}
