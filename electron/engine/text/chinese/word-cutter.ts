import { createRequire } from 'node:module'
import type { Jieba } from '@node-rs/jieba'

let known: Jieba | undefined

/** Cuts and tags simplified Chinese: jieba with its own dictionary, read at the first call (5 MB) and kept. */
export function wordCutter(): Jieba {
  known ??= load()
  return known
}

function load(): Jieba {
  const require = createRequire(import.meta.url)
  const { Jieba: Cutter } = require('@node-rs/jieba') as typeof import('@node-rs/jieba')
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js')
  return Cutter.withDict(dict)
}
