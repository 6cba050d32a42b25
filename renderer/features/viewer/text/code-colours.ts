import type { Root, RootContent } from 'hast'
import { useMemo } from 'react'
import { type PluggableList, unified } from 'unified'
import { useHighlighting } from '@renderer/ui/text/markdown/markdown-extras'
import { type Range, rangeAt } from './marks'

/** A stretch of source code that has a colour: class names of highlight.js, outermost first. */
export interface Colour extends Range {
  readonly className: string
}

const none: readonly Colour[] = []
/** In characters; longer files stay plain, because finding the colours of all of them would hold up the window. */
const longestColoured = 200_000
/** Endings of names that highlight.js does not know, as those it does. */
const sameAs: Readonly<Record<string, string>> = {
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  xslt: 'xml',
  pyi: 'py',
  pyw: 'py',
}

/** The colours of a file of source code by the ending of its name; none until they are found and for anything else. */
export function useCodeColours(text: string, name: string, isCode: boolean): readonly Colour[] {
  const isColoured = isCode && text.length <= longestColoured
  const plugins = useHighlighting(isColoured)
  return useMemo(() => (isColoured ? coloursOf(text, name, plugins) : none), [text, name, isColoured, plugins])
}

/** Coloured stretches in text order, which do not overlap; none where the language is unknown. */
export function coloursOf(text: string, name: string, plugins: PluggableList): readonly Colour[] {
  const ending = (/[^.]*$/u.exec(name)?.[0] ?? '').toLowerCase()
  const tree: Root = {
    type: 'root',
    children: [
      {
        type: 'element',
        tagName: 'pre',
        properties: {},
        children: [
          {
            type: 'element',
            tagName: 'code',
            properties: { className: [`language-${sameAs[ending] ?? ending}`] },
            children: [{ type: 'text', value: text }],
          },
        ],
      },
    ],
  }
  const found: Colour[] = []
  // Extensions change the tree in its place.
  unified().use(plugins).runSync(tree)
  const end = collect(tree.children, 0, '', found)
  // Offsets hold only where nothing was left out.
  return end === text.length ? found : none
}

/** Adds the stretches below some nodes, the first of which begins at `from`; returns where the last ends. */
function collect(nodes: readonly RootContent[], from: number, outer: string, found: Colour[]): number {
  let at = from
  for (const node of nodes) {
    if (node.type === 'element') {
      const own = node.tagName === 'span' ? node.properties['className'] : undefined
      at = collect(node.children, at, Array.isArray(own) ? [outer, ...own].join(' ').trim() : outer, found)
    } else if (node.type === 'text') {
      const end = at + node.value.length
      if (outer !== '') found.push({ start: at, end, className: outer })
      at = end
    }
  }
  return at
}

/** A text that begins at offset `start`, cut where colours begin and end. The pieces add up to the text. */
export function cutAtColours(
  text: string,
  start: number,
  colours: readonly Colour[],
): { readonly text: string; readonly className: string }[] {
  const end = start + text.length
  const pieces: { text: string; className: string }[] = []
  let at = start
  const cut = (to: number, className: string): void => {
    if (to > at) pieces.push({ text: text.slice(at - start, to - start), className })
    at = Math.max(at, to)
  }
  for (let index = rangeAt(colours, start); index < colours.length; index += 1) {
    const colour = colours[index]
    if (!colour || colour.start >= end) break
    cut(colour.start, '')
    cut(Math.min(end, colour.end), colour.className)
  }
  cut(end, '')
  return pieces
}
