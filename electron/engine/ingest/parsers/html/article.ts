import { serialize } from 'parse5'
import {
  type Document,
  type Element,
  findElement,
  isElement,
  isInvisible,
  isText,
  parseHtml,
  textOf,
} from './html-tree'

/** The article of a web page, without its menus, links and comments. */
export interface Article {
  readonly content: Document
  readonly title: string
  readonly author: string
  readonly published: string
  /** How many words of the page are not part of it. */
  readonly left: number
}

const empty = /<(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)((?:\s+[^\s=>]+="[^"]*")*)>/gu
/** In letters. */
const least = { article: 500, share: 0.3 } as const
const mostElements = 30_000
/** The chooser takes longer than linear time for deeper pages, which nobody writes. */
const deepest = 150

/** Whether a page was saved from a browser, by what browsers write into such files. */
export function isSavedPage(html: string): boolean {
  return /<!--\s*(?:saved from url=|Page saved with SingleFile)/u.test(html.slice(0, 4096))
}

/** The address a page was saved from; empty where it does not say. */
export function savedFrom(html: string): string {
  return (
    /(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(https?:\S{1,2000})/u.exec(
      html.slice(0, 4096),
    )?.[1] ?? ''
  )
}

/** The article of a page; undefined where it is no page around an article. Mozilla's reader view chooses. */
export async function articleOf(page: Document): Promise<Article | undefined> {
  if (depthOf(page) > deepest) return undefined
  const whole = letters(page)
  const found = await readArticle(xhtmlOf(page))
  if (!found?.content) return undefined
  const content = parseHtml(found.content)
  const read = letters(content)
  if (read < least.article || read < whole * least.share) return undefined
  return {
    content,
    title: found.title?.trim() ?? '',
    author: found.byline?.replace(/\s+/gu, ' ').trim() ?? '',
    published: found.publishedTime?.trim() ?? '',
    left: Math.max(0, words(page) - words(content)),
  }
}

async function readArticle(xhtml: string) {
  // With the first saved page.
  const { Readability } = await import('@mozilla/readability')
  const { default: JsDomParser } = await import('@mozilla/readability/JSDOMParser.js')
  try {
    const document = new JsDomParser().parse(xhtml, 'http://localhost/')
    return new Readability(document, { maxElemsToParse: mostElements, disableJSONLD: true }).parse()
  } catch {
    // More elements than it reads, or nested too deeply: then the page is read as a whole.
    return null
  }
}

/** As its reader for workers wants it: without what nobody sees, each empty element closed. */
function xhtmlOf(page: Document): string {
  const html = findElement(page, ({ tagName }) => tagName === 'html')
  if (html) prune(html)
  return serialize(page).replace(empty, '<$1$2/>')
}

function prune(element: Element): void {
  const isRead = (child: Element) => child.tagName === 'head' || !isInvisible(child)
  element.childNodes = element.childNodes.filter((child) => (isElement(child) ? isRead(child) : isText(child)))
  for (const child of element.childNodes) if (isElement(child)) prune(child)
}

/** How deep the elements are nested. */
function depthOf(parent: Document | Element): number {
  return parent.childNodes.reduce((most, child) => (isElement(child) ? Math.max(most, 1 + depthOf(child)) : most), 0)
}

function letters(page: Document): number {
  return textOf(page).match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

function words(page: Document): number {
  return textOf(page, ' ').match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0
}
