// This device's sounds and vibration. Nothing is loaded: the tones are made here. If a browser plays nothing
// until it has been touched, the page says so once.

import { settings } from './settings.svelte.ts';
import type { SoundName } from './settings.ts';
import { LEVEL, SOUND } from './sound.ts';

/** How long the phone vibrates on your turn, in milliseconds. */
const SHAKES = 80;

class Sounds {
  /** A sound should have played and did not: the browser waits for a touch. */
  blocked = $state(false);
  #hasAsked = false;
  #context: AudioContext | undefined;
  #before: 'low' | 'normal' = 'normal';

  /** Plays a sound where it is wanted. */
  play(name: SoundName | 'back'): void {
    const of = name === 'back' ? 'line' : name;
    if (settings.sound === 'off' || !settings.sounds[of]) return;
    if (!navigator.userActivation.hasBeenActive) {
      // Ask only once on this page.
      this.blocked = !this.#hasAsked;
      this.#hasAsked = true;
      return;
    }
    this.blocked = false;
    this.#tones(name, LEVEL[settings.sound]);
  }

  /** Vibrates the phone, where it can and may. */
  shake(): void {
    if (settings.vibrate && navigator.userActivation.hasBeenActive && 'vibrate' in navigator) navigator.vibrate(SHAKES);
  }

  /** The page was touched to enable sounds: one plays, so that the player knows how they sound. */
  enable(): void {
    this.blocked = false;
    this.play('turn');
  }

  /** The player does not want them now. */
  dismiss(): void {
    this.blocked = false;
  }

  #tones(name: SoundName | 'back', level: number): void {
    try {
      const context = (this.#context ??= new AudioContext());
      void context.resume();
      for (const { at, lasts, pitch, loud } of SOUND[name]) {
        const from = context.currentTime + at / 1000;
        const until = from + lasts / 1000;
        const [tone, volume] = [context.createOscillator(), context.createGain()];
        tone.type = 'sine';
        tone.frequency.value = pitch;
        // Soft: it swells and dies away.
        volume.gain.setValueAtTime(0, from);
        volume.gain.linearRampToValueAtTime(level * loud, from + Math.min(0.02, lasts / 3000));
        volume.gain.exponentialRampToValueAtTime(0.0001, until);
        tone.connect(volume).connect(context.destination);
        tone.start(from);
        tone.stop(until);
      }
    } catch {
      // A device without sound plays on in silence: no sound is the only sign of anything.
    }
  }

  /** Turns the sound off, or back to its last level; returns the new level. */
  toggle(): 'off' | 'low' | 'normal' {
    if (settings.sound === 'off') settings.sound = this.#before;
    else {
      this.#before = settings.sound;
      settings.sound = 'off';
    }
    return settings.sound;
  }
}

/** The sounds of this device. */
export const sounds = new Sounds();
