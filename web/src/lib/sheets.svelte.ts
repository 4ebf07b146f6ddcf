// Sheets that open over any screen, from anywhere.

/** The groups of the settings. */
export type Group = 'look' | 'sound' | 'play' | 'words' | 'chat';

class Sheets {
  /** The group of settings that is shown; undefined while they are closed. */
  settings: Group | undefined = $state();
}

export const sheets = new Sheets();

/** Opens the settings at one of their groups. */
export function openSettings(group: Group = 'look'): void {
  sheets.settings = group;
}
