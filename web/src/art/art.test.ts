// The pictures that the page takes from the sprite.

import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';

import Art from './Art.svelte';
import { ART_IDS, type ArtId, faceOf, href } from './index.ts';

describe('the face of a card', () => {
  it("is found by the room's name for it", () => {
    expect(faceOf('As', 'card')).toBe('card-As');
    expect(faceOf('Td', 'small')).toBe('small-Td');
    expect(faceOf('Jo', 'card')).toBe('card-joker');
  });

  it('is undefined for a card that is not known, and never guessed', () => {
    for (const card of [null, undefined, '', '??', 'A', 's', 'sA', '1s', 'Ax', 'Ass', '10s']) expect(faceOf(card, 'card'), String(card)).toBeUndefined();
  });
});

describe('a picture', () => {
  it('is loaded only from the room', () => {
    for (const id of ART_IDS) expect(href(id)).toMatch(/^\/[^/].*sprite.*#[\w-]+$/);
  });

  it('without a name is decorative', () => {
    const { body } = render(Art, { props: { id: 'mark-dealer' } });
    expect(body).toContain('aria-hidden="true"');
    expect(body).not.toContain('role=');
    expect(body).toContain('#mark-dealer"');
  });

  it('keeps its colours where the device has its own, unless it is a sign beside a text', () => {
    const isSign = (id: ArtId) => /class="[^"]*\bsign\b/.test(render(Art, { props: { id } }).body);
    expect(['mark-mic', 'mark-host', 'mark-bot'].map((id) => isSign(id as ArtId))).toEqual([true, true, true]);
    expect(['card-As', 'mark-dealer', 'mark-all-in', 'portrait-owl', 'chip-0'].map((id) => isSign(id as ArtId))).toEqual([false, false, false, false, false]);
  });

  it('with a name is announced by it', () => {
    const { body } = render(Art, { props: { id: 'card-Kd', name: 'king of diamonds' } });
    expect(body).toContain('role="img"');
    expect(body).toContain('aria-label="king of diamonds"');
    expect(body).not.toContain('aria-hidden');
  });
});
