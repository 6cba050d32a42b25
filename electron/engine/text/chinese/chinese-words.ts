import { createRequire } from 'node:module'
import type { Jieba, TaggedWord } from '@node-rs/jieba'
import { foldHan } from './han-fold'

let known: Jieba | undefined

/** jieba with its own dictionary (5 MB): read with the first Chinese that is cut, and kept. */
function jieba(): Jieba {
  known ??= load()
  return known
}

function load(): Jieba {
  const require = createRequire(import.meta.url)
  const { Jieba: Cutter } = require('@node-rs/jieba') as typeof import('@node-rs/jieba')
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js')
  return Cutter.withDict(dict)
}

/** The words of Chinese text in their order, simplified, each with jieba's (ICTCLAS) tag; together as long as the text. */
export function tagChinese(text: string): TaggedWord[] {
  return jieba().tag(foldHan(text))
}

/** As `tagChinese`, the words alone. */
export function cutChinese(text: string): string[] {
  return jieba().cut(foldHan(text))
}
