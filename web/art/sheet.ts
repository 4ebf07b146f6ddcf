// A sheet that shows every picture at the sizes a table uses. It is for the artist, and is not shipped.

import { readFileSync } from 'node:fs';

import { RANKS, SUITS } from '../src/art/deck.ts';
import { EDGES } from './chips.ts';
import { pictures } from './sprite.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

function art(id: string, width: number, height: number, kind = ''): string {
  return `<svg class="art ${kind}" width="${width}" height="${height}" aria-hidden="true"><use href="#${id}"/></svg>`;
}

const card = (id: string, width: number) => art(id, width, width * 1.4, 'card');

function section(name: string, content: string, attributes = ''): string {
  return `<section id="${name}" ${attributes}><h2>${name}</h2>${content}</section>`;
}

const row = (content: string) => `<div class="row">${content}</div>`;

/** A stack as the table draws it: rims below, a full chip on top. */
function stack(colours: number[], width: number): string {
  const step = width * 0.165;
  const chip = width * 0.52;
  const height = chip + step * (colours.length - 1);
  const drawn = colours.map((colour, up) => {
    const id = up === colours.length - 1 ? 'disc' : 'rim';
    const aside = [0, 0.6, -0.5, 0.3, -0.7][up % 5] ?? 0;
    return `<use href="#${id}-${colour}" x="${aside}" y="${height - chip - up * step}" width="${width}" height="${chip}"/>`;
  });
  return `<svg width="${width + 2}" height="${height}" viewBox="-1 0 ${width + 2} ${height}">${drawn.join('')}</svg>`;
}

/** The sheet, with the sprite embedded so that it opens as a file. */
export function sheet(sprite: string): string {
  const ids = [...pictures().keys()];
  const named = (prefix: string) => ids.filter((id) => id.startsWith(`${prefix}-`));
  const deck = (kind: string, width: number) => SUITS.map((suit) => row(RANKS.map((rank) => card(`${kind}-${rank}${suit}`, width)).join(''))).join('');
  const chips = EDGES.map((_, colour) => colour);
  const backs = ['blue', 'red', 'green', 'black'];
  const parts = [
    section('faces', deck('card', 96)),
    section('four', deck('card', 60), 'data-deck="four"'),
    section('large', row(['Ks', 'Qh', 'Jd', 'Kc', 'As', 'joker'].map((name) => card(`card-${name}`, 160)).join('')) + row(['Td', '9c', '8h', '7s'].map((name) => card(`card-${name}`, 160)).join(''))),
    section('small', deck('small', 44) + row(['As', 'Td', 'Kh', 'Qc', 'Js', '9h', '6d', '2c', 'joker'].map((name) => card(`small-${name}`, 28)).join('')) + row(['As', 'Td', 'Kh', 'Qc', 'Js'].map((name) => card(`card-${name}`, 48)).join('')) + row(['As', 'Td', 'Kh', 'Qc', 'Js'].map((name) => card(`card-${name}`, 28)).join(''))),
    section('backs', backs.map((back) => `<div class="row" data-back="${back}">${named('back').map((id) => card(id, 120)).join('')}${named('back').map((id) => card(id, 48)).join('')}${card('back-small', 28)}</div>`).join('')),
    section('chips', row(chips.map((colour) => art(`chip-${colour}`, 96, 96)).join('')) + row(chips.map((colour) => art(`chip-${colour}`, 26, 26)).join('')) + row(chips.map((colour) => stack(Array.from({ length: 5 }, () => colour), 96)).join('')) + row(chips.map((colour) => stack(Array.from({ length: 1 + colour * 2 }, () => colour), 26)).join('') + stack([4, 4, 3, 3, 2, 1, 0, 0], 26) + stack([0], 22))
      + ['grey', 'deutan', 'protan', 'tritan'].map((filter) => `<div class="row" style="filter:url(#${filter})">${chips.map((colour) => art(`chip-${colour}`, 48, 48)).join('')}${chips.map((colour) => stack([colour, colour, colour], 26)).join('')}</div>`).join('')),
    section('portraits', row([...named('portrait'), ...named('bot')].map((id) => `<figure>${art(id, 96, 96, 'face')}<figcaption>${id.replace('portrait-', '')}</figcaption></figure>`).join('')) + row([...named('portrait'), ...named('bot')].map((id) => art(id, 54, 54, 'face')).join('')) + row([...named('portrait'), ...named('bot')].map((id) => art(id, 32, 32, 'face')).join(''))),
    section('markers', row(named('mark').map((id) => `<figure>${art(id, 64, 64, 'mark')}<figcaption>${id.slice(5)}</figcaption></figure>`).join('')) + row(named('mark').map((id) => art(id, 24, 24, 'mark')).join('')) + row(named('mark').map((id) => art(id, 18, 18, 'mark')).join(''))),
    section('light', row(named('mark').map((id) => art(id, 28, 28, 'mark')).join('')) + row(backs.map((back) => `<span data-back="${back}">${card('back-lattice', 60)}</span>`).join('') + card('card-Kd', 60)), 'class="light"'),
    section('felts', ['green', 'blue', 'burgundy', 'charcoal'].map((cloth) => `<div class="rail" data-cloth="${cloth}"><div class="felt"><svg class="print"><use href="#suit-s"/></svg>${row(['Kd', 'As', '7c'].map((name) => card(`card-${name}`, 60)).join('') + card('back-scales', 48) + stack([3, 2, 2, 1, 0], 26))}<b class="amount">385</b></div></div>`).join('')),
  ];
  return `<!doctype html><meta charset="utf-8"><title>Art</title><style>${read('../src/art/tokens.css')}${read('../src/art/felt.css').replaceAll('./weave.svg', new URL('../src/art/weave.svg', import.meta.url).href)}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.4 var(--font)}section{padding:12px 20px}section.light{background:#f4f1ea;color:#1d201e}h2{font-size:15px;margin:0 0 8px}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:flex-end;margin:0 0 10px}
section:is(#faces,#four,#large,#small,#backs,#chips){background:var(--felt-2)}.card{filter:drop-shadow(0 1px 2px #0008)}.face{border-radius:50%}figure{margin:0;text-align:center;width:96px;font-size:11px}
#felts{display:grid;grid-template-columns:1fr 1fr;gap:12px}#felts h2{grid-column:1/3}.felt{display:grid;place-content:center;min-height:230px}.felt .row{gap:6px;position:relative}.amount{justify-self:center;position:relative;background:var(--shade);color:var(--on-felt);padding:2px 12px;border-radius:99px}
section[data-deck=four]{--suit-d:#0b4fb3;--suit-c:#0b6b34}.light .mark{color:#1d201e}.mark{--spent:35}</style>
<svg width="0" height="0" style="position:absolute"><filter id="grey"><feColorMatrix type="saturate" values="0"/></filter><filter id="deutan"><feColorMatrix values=".367 .861 -.228 0 0 .280 .673 .047 0 0 -.012 .043 .969 0 0 0 0 0 1 0"/></filter><filter id="protan"><feColorMatrix values=".152 1.053 -.205 0 0 .115 .786 .099 0 0 -.004 -.048 1.052 0 0 0 0 0 1 0"/></filter><filter id="tritan"><feColorMatrix values="1.256 -.077 -.179 0 0 -.078 .931 .148 0 0 .005 .691 .304 0 0 0 0 0 1 0"/></filter></svg>
<div hidden>${sprite}</div>${parts.join('\n')}
<script>const s=location.hash.slice(1);if(s)for(const e of document.querySelectorAll('section'))e.hidden=e.id!==s</script>`;
}
