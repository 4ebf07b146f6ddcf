// Guards the catalogue: no text for people is outside this folder, neither in markup nor in code.
//
// A text is found by where it is (content of an element, a label, a title, what a component is given) or, in
// code, by how it looks: words separated by a space, or a word with a capital. A single lower-case word in
// code cannot be told from a name; where such a word reaches the page it is content of an element, and is
// found there.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');

/** Attributes that people read or hear. */
const READ = new Set(['alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext', 'data-label', 'label', 'placeholder', 'title']);
/** Properties whose name says that they contain what people read. */
const TEXTS = new Set(['does', 'label', 'note', 'say', 'says', 'text', 'title']);
/** Component properties whose value is one of the component's own choices, or a card, and not a text. */
const CHOICES = new Set(['card', 'class', 'id', 'kind', 'name', 'reading', 'shape', 'size']);
/** Functions that take selectors and device conditions. */
const SELECTS = new Set(['closest', 'matches', 'matchMedia', 'querySelector', 'querySelectorAll']);
/** What looks like words in code but is not: for the browser, or a name that is not the page's. */
const EXCEPT: readonly (readonly [what: RegExp, why: string])[] = [
  [/^(Alt|Arrow\w+|Backspace|Control|Delete|End|Enter|Escape|Home|Page\w*|Shift|Space|Tab)$/, 'keys, as the browser calls them'],
  [/^\((max|min|prefers)-/, 'conditions of the device'],
  [/^translate[XY]?\(/, 'a place on the felt'],
  [/^(say nice hand|help bet)$/, 'commands, as they are typed'],
];

interface Found {
  at: string;
  text: string;
}

/** Two letters in a row: where people read, this is enough to be a word. */
const WORD = /\p{L}\p{L}/u;
/**
 * What looks like words for people in code: words separated by a space, or a capital followed by lower-case
 * letters.
 */
const WORDS = /\p{L}[,.:;!?)]* \(?\p{L}|^\p{Lu}\p{Ll}+$/u;

const isExcept = (text: string): boolean => EXCEPT.some(([what]) => what.test(text));

/** Searches one file's code. `text` says that its result is read by people. */
function look(source: string, from: number, whole: string, file: string, text: boolean): Found[] {
  const tree = ts.createSourceFile('code.ts', source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const tell = (node: ts.Node, what: string): void => {
    const line = whole.slice(0, from + node.getStart(tree)).split('\n').length;
    found.push({ at: `${file}:${String(line)}`, text: what });
  };
  /** The text of a literal, with each value in a template as one letter. */
  const written = (node: ts.Node): { all: string; own: string } | undefined => {
    if (ts.isStringLiteralLike(node)) return { all: node.text, own: node.text };
    if (!ts.isTemplateExpression(node)) return undefined;
    const pieces = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    return { all: pieces.join('x'), own: pieces.join('…') };
  };
  const values = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) code(span.expression);
  };
  /** The result of this is read. */
  const read = (node: ts.Node): void => {
    const has = written(node);
    if (has !== undefined) {
      if (WORD.test(has.own) && !isExcept(has.own)) tell(node, has.own);
      if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) read(span.expression);
    } else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) read(node.expression);
    else if (ts.isConditionalExpression(node)) {
      if (isCount(node, tree)) tell(node, node.getText(tree));
      code(node.condition);
      read(node.whenTrue);
      read(node.whenFalse);
    } else if (ts.isBinaryExpression(node) && JOINS.has(node.operatorToken.kind)) {
      if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) code(node.left);
      else read(node.left);
      read(node.right);
    } else code(node);
  };
  /** Code: what is compared, thrown, imported, or a type, is not a text. */
  const code = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isCaseClause(node)) {
      node.statements.forEach(code);
      return;
    }
    if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return;
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(tree);
      if (SELECTS.has(called)) {
        code(node.expression);
        return;
      }
    }
    if (ts.isBinaryExpression(node) && COMPARES.has(node.operatorToken.kind)) {
      for (const side of [node.left, node.right]) if (written(side) === undefined) code(side);
      return;
    }
    if (ts.isElementAccessExpression(node)) {
      code(node.expression);
      if (written(node.argumentExpression) === undefined) code(node.argumentExpression);
      return;
    }
    if (ts.isPropertyAssignment(node)) {
      if (TEXTS.has(node.name.getText(tree).replaceAll(/['"]/g, ''))) read(node.initializer);
      else code(node.initializer);
      return;
    }
    if (isCount(node, tree)) tell(node, node.getText(tree));
    const has = written(node);
    if (has !== undefined) {
      if (WORD.test(has.own) && WORDS.test(has.all) && !isExcept(has.own)) tell(node, has.own);
      values(node);
      return;
    }
    ts.forEachChild(node, code);
  };
  if (text) {
    const [only] = tree.statements;
    if (only && ts.isExpressionStatement(only)) read(only.expression);
  } else code(tree);
  return found;
}

/** A home-made plural rule: `count === 1 ? 'seat' : 'seats'`. */
function isCount(node: ts.Node, tree: ts.SourceFile): boolean {
  if (!ts.isConditionalExpression(node) || !/([!=]==|>) 1$/.test(node.condition.getText(tree))) return false;
  return [node.whenTrue, node.whenFalse].every((way) => (ts.isStringLiteralLike(way) || ts.isTemplateExpression(way)) && WORD.test(way.getText(tree)));
}

const JOINS = new Set([ts.SyntaxKind.PlusToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken]);
const COMPARES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken, ts.SyntaxKind.InKeyword,
]);

/** The parts of the compiler's tree that are used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  data?: string;
  expression?: Node;
  value?: true | Node | Node[];
}
const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && typeof (one as Node).type === 'string';

/**
 * The texts of a component: in its markup, in what its elements and components are given, and in its code.
 */
function component(source: string, file: string): Found[] {
  const tree = parse(source, { modern: true });
  const found: Found[] = [];
  const line = (at: number): string => `${file}:${String(source.slice(0, at).split('\n').length)}`;
  const expression = (node: Node, text: boolean): void => {
    const slice = source.slice(node.start, node.end);
    if (!/['"`]/.test(slice)) return;
    // In parentheses, so that what begins with a brace is a value.
    found.push(...look(`(${slice})`, node.start - 1, source, file, text));
  };
  const attribute = (node: Node, of: string): void => {
    const name = node.name ?? '';
    const read = of === 'Component' ? !CHOICES.has(name) : READ.has(name);
    if (node.value === true || node.value === undefined) return;
    for (const part of Array.isArray(node.value) ? node.value : [node.value]) {
      if (part.type === 'Text') {
        if (read && WORD.test(part.data ?? '')) found.push({ at: line(part.start), text: part.data ?? '' });
      } else if (part.expression && (read || !QUIET.test(name))) expression(part.expression, read);
    }
  };
  const walk = (node: Node, of: string): void => {
    if (node.type === 'Text') {
      if (WORD.test(node.data ?? '')) found.push({ at: line(node.start), text: (node.data ?? '').trim() });
      return;
    }
    if (node.type === 'Attribute') {
      attribute(node, of);
      return;
    }
    // How something looks is for the browser.
    if (node.type === 'StyleDirective') return;
    if (node.type === 'ExpressionTag' && node.expression) {
      expression(node.expression, true);
      return;
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'options' || key === 'css' || key === 'instance' || key === 'module' || key === 'metadata') continue;
      for (const one of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (!isNode(one)) continue;
        if (MARKUP.test(one.type) || 'fragment' in one || one.type === 'Fragment') walk(one, node.type);
        else expression(one, false);
      }
    }
  };
  walk(tree.fragment as unknown as Node, 'Fragment');
  for (const script of [tree.instance, tree.module]) {
    if (!script) continue;
    const { start, end } = script.content as unknown as Node;
    found.push(...look(source.slice(start, end), start, source, file, false));
  }
  return found;
}

/** Attributes whose words are for machines. */
const QUIET = /^(class|style|href|id|type|data-.*|autocomplete|name|role|aria-(live|current|pressed|sort|haspopup|hidden))$/;
/** Pieces of markup, other than expressions. */
const MARKUP = /^(Text|Comment|.*Tag|.*Block|Attribute|.*Attribute|.*Directive|RegularElement|Component|Svelte.*|TitleElement|SlotElement)$/;

/** The files of the page by the end of their names, without tests and the wire types, which are generated. */
function files(ending: string, within = ''): { name: string; source: string }[] {
  return readdirSync(join(SRC, within), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts') && !/^(words|wire)\//.test(name))
    .sort()
    .map((name) => ({ name: join(within, name), source: readFileSync(join(SRC, within, name), 'utf8') }));
}

const asLines = (found: readonly Found[]): string[] => found.map(({ at, text }) => `${at} ${text}`);
const code = (source: string, name: string): Found[] => look(source, 0, source, name, false);

/** The whole page is read: on a busy machine that takes longer than other tests may, in milliseconds. */
const PATIENCE = 60_000;

describe('every text of the page is in the catalogue', () => {
  it('no component has a text of its own', () => {
    expect(files('.svelte').flatMap(({ name, source }) => asLines(component(source, name)))).toEqual([]);
  }, PATIENCE);

  it('no module has a text of its own', () => {
    expect(files('.ts').flatMap(({ name, source }) => asLines(code(source, name)))).toEqual([]);
  }, PATIENCE);

  it('the catalogue counts only by the rules of its language, and takes only types from the rest of the page', () => {
    const faults = files('.ts', 'words').flatMap(({ name, source }) => {
      const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const walk = (node: ts.Node): void => {
        if (isCount(node, tree)) found.push(`${name}: ${node.getText(tree)}`);
        if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true && !/^'\.\/[a-z]+\.ts'$/.test(node.moduleSpecifier.getText(tree))) found.push(`${name}: ${node.getText(tree)}`);
        ts.forEachChild(node, walk);
      };
      walk(tree);
      return found;
    });
    expect(faults).toEqual([]);
  });
});

describe('a text outside of the catalogue is found with its file and line', () => {
  it('in markup: content, labels, what components are given, and the values of expressions', () => {
    const source = [
      '<script lang="ts">', "  const note = 'Nothing was sent.';", '</script>', '<p>Sign in <b>{name}</b></p>', '<input placeholder="chips" class="wide row" />', '<Dialog title="Keys" kind="wide" />',
      "<td>{open ? 'open' : `${word} seats`}</td>", "<button aria-label={open ? 'stop' : undefined} onclick={() => tell('Sent to the room')}>✕</button>", "<i>{count === 1 ? 'seat' : words.seats}{of === 'pot' ? 1 : 2}</i>",
    ].join('\n');
    expect(asLines(component(source, 'a.svelte')).sort()).toEqual([
      'a.svelte:2 Nothing was sent.', 'a.svelte:4 Sign in', 'a.svelte:5 chips', 'a.svelte:6 Keys', 'a.svelte:7 open', 'a.svelte:7 … seats', 'a.svelte:8 Sent to the room', 'a.svelte:8 stop', 'a.svelte:9 seat',
    ]);
  });

  it('in code: sentences, single words with a capital, texts by the name of their property, and home-made plurals', () => {
    const source = [
      "const a = 'the room cannot be reached';", "const b = { bad: 'Refused' };", "const c = { text: 'folds' };", "const d = `${n} more`;", "const e = n === 1 ? 'seat' : 'seats';",
      "throw new Error('no such seat');", "if (key === 'Enter' || of.matches('button, a')) go('sign-in');", "type Way = 'Up' | 'Down';", "const path = `/api/tables/${n}/hands`;",
    ].join('\n');
    expect(asLines(code(source, 'b.ts'))).toEqual(['b.ts:1 the room cannot be reached', 'b.ts:2 Refused', 'b.ts:3 folds', 'b.ts:4 … more', "b.ts:5 n === 1 ? 'seat' : 'seats'"]);
  });
});
