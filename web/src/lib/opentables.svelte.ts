// The tables that are open in this page: how many have room side by side, and those that are opened again when the page
// was loaded anew. Other pages and devices keep their own; a table is played from one place at a time.

import { untrack } from 'svelte';
import { session } from './session.svelte.ts';
import { sitting } from './sitting.svelte.ts';
import { columns, readTables } from './tabs.ts';

const KEY = 'cardroom.tables';

class OpenTables {
  /** How many tables the window has room for side by side. */
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

  /** Opens the tables again in which the viewer had a seat. */
  #again(): void {
    let asked: number[] | undefined;
    $effect(() => {
      if (!session.known || session.me === null) return;
      asked ??= readTables(sessionStorage.getItem(KEY));
      for (const table of asked) session.room.watch(table);
      // The seat may have been given up meanwhile, from elsewhere.
      const rooms = session.room.tables.filter((one) => asked?.includes(one.table));
      asked = asked.filter((number) => rooms.find((one) => one.table === number)?.known === undefined);
      for (const one of rooms) if (one.known?.view.own === null && !one.front) session.room.unwatch(one.table);
    });
  }

  #keep(): void {
    $effect(() => {
      if (!session.known) return;
      const seats = session.room.tables.filter((one) => one.known === undefined || one.known.view.own !== null).map((one) => one.table);
      sessionStorage.setItem(KEY, seats.join(' '));
    });
  }

  /** The time at tables is asked for when somebody comes in, and whenever a seat is taken or given up. */
  #time(): void {
    const seats = $derived(session.room.tables.filter((one) => one.known?.view.own != null).map((one) => one.table).join(' '));
    const person = $derived(session.me?.person);
    $effect(() => {
      void seats;
      if (person !== undefined) untrack(() => void sitting.look());
    });
  }
}

export const open = new OpenTables();
