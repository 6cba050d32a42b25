import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Jieba, TaggedWord } from '@node-rs/jieba'
import { forgettable } from '../loading/forgettable'
import { foldHan } from './han-fold'

const known = forgettable(load)

/** jieba with its own dictionary, 36 MB in memory: read with the first Chinese that is cut, and kept until a rest. */
export function jieba(): Jieba {
  return known.get()
}

function load(): Jieba {
  const require = createRequire(import.meta.url)
  const { Jieba: Cutter } = require('@node-rs/jieba') as typeof import('@node-rs/jieba')
  // Its own module would keep the file in memory, too.
  return Cutter.withDict(readFileSync(join(dirname(require.resolve('@node-rs/jieba/dict.js')), 'dict.txt')))
}

/** The words of Chinese text in their order, simplified, each with jieba's (ICTCLAS) tag; together as long as the text. */
export function tagChinese(text: string): TaggedWord[] {
  return jieba().tag(foldHan(text))
}

const han = /\p{Script=Han}/u
/** Letters and figures together, every other sign for itself. */
const piece = /[A-Za-z0-9]+|\r\n|[^]/gu

/**
 * As `tagChinese`, the words alone. Text without a Chinese character is parted as jieba parts it, but for the few names with signs in
 * them that its dictionary has (C++, AT&T): a question in another language does not wait for that dictionary.
 */
export function cutChinese(text: string): string[] {
  const folded = foldHan(text)
  return han.test(folded) ? jieba().cut(folded) : (folded.match(piece) ?? [])
}
