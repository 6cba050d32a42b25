/** What the text of a group is for; `skip` is not for reading. */
export type Destination =
  'body' | 'skip' | 'info' | 'fonts' | 'styles' | 'title' | 'marker' | 'note' | 'comment' | 'box' | 'frame' | 'either'

const named = (words: string, destination: Destination): (readonly [string, Destination])[] =>
  words.split(' ').map((word) => [word, destination])

/** Control words that say what their group is for. Any other one behind `\*` makes its group one to skip. */
export const destinations: ReadonlyMap<string, Destination> = new Map([
  ...named('fonttbl', 'fonts'),
  ...named('stylesheet', 'styles'),
  ...named('info', 'info'),
  ...named('title', 'title'),
  ...named('listtext pntext', 'marker'),
  ...named('footnote', 'note'),
  ...named('annotation', 'comment'),
  ...named('shptxt dptxbxtext', 'box'),
  ...named('header headerl headerr headerf footer footerl footerr footerf', 'frame'),
  // The same twice: in the code page, which is skipped, and in Unicode.
  ...named('upr', 'either'),
  ...named('colortbl filetbl pict objdata shprslt sp nonesttables fldinst private template falt fname panose', 'skip'),
  ...named(
    'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn xe rxe tc tcn txe pntxta pntxtb atnid atnauthor atnref',
    'skip',
  ),
  ...named('atrfstart atrfend atntime atndate bkmkstart bkmkend datafield', 'skip'),
])

/** Groups behind `\*` that hold text all the same. */
export const readAnyway: ReadonlySet<string> = new Set(['shpinst', 'shpgrp', 'nesttableprops', 'do', 'ud'])

/** Words and symbols that stand for characters. */
export const characters: ReadonlyMap<string, string> = new Map([
  ...['tab', 'emspace', 'enspace', 'qmspace', '~'].map((word) => [word, ' '] as const),
  ['line', '\n'],
  ['lbr', '\n'],
  ['_', '-'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
])

/** The level of the heading that a style is by its name; undefined for other styles. */
export function styleLevel(name: string): number | undefined {
  const level = /^(?:heading|überschrift|titre|标题|標題|見出し)\s*([1-9])$/iu.exec(name)?.[1]
  if (level !== undefined) return Number(level)
  return /^(?:title|标题|標題)$/iu.test(name) ? 1 : undefined
}
