// The tables open in this page: how many fit side by side, and which are reopened after the page was
// reloaded. Other pages and devices have their own; a table is played from one place at a time.

import { untrack } from 'svelte';
import { session } from './session.svelte.ts';
import { sitting } from './sitting.svelte.ts';
import { columns, readTables } from './tabs.ts';

const KEY = 'cardroom.tables';

class OpenTables {
  /** How many tables fit side by side in the window. */
  columns = $state(columns(window.innerWidth));

  /** Runs until the returned function is called. Call inside an effect. */
  follow(): () => void {
    const look = (): void => {
      this.columns = columns(window.innerWidth);
    };
    window.addEventListener('resize', look);
    const stop = $effect.root(() => {
      this.#again();
      this.#keep();
      this.#time();
    });
    return () => {
      window.removeEventListener('resize', look);
      stop();
    };
  }

  /** Reopens the tables where the viewer had a seat. */
  #again(): void {
    let requested: number[] | undefined;
    $effect(() => {
      if (!session.known || session.me === null) return;
      requested ??= readTables(sessionStorage.getItem(KEY));
      for (const table of requested) session.room.watch(table);
      // The seat may have been given up meanwhile, from elsewhere.
      const rooms = session.room.tables.filter((table) => requested?.includes(table.table));
      requested = requested.filter((number) => rooms.find((room) => room.table === number)?.known === undefined);
      for (const room of rooms) if (room.known?.view.own === null && !room.front) session.room.unwatch(room.table);
    });
  }

  #keep(): void {
    $effect(() => {
      if (!session.known) return;
      const seats = session.room.tables.filter((table) => table.known === undefined || table.known.view.own !== null).map((table) => table.table);
      sessionStorage.setItem(KEY, seats.join(' '));
    });
  }

  /** The time at tables is requested when somebody signs in, and whenever a seat is taken or given up. */
  #time(): void {
    const seats = $derived(session.room.tables.filter((table) => table.known?.view.own != null).map((table) => table.table).join(' '));
    const person = $derived(session.me?.person);
    $effect(() => {
      void seats;
      if (person !== undefined) untrack(() => void sitting.look());
    });
  }
}

export const open = new OpenTables();
