import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { tagEnglish } from '@engine/text/english/tag-english'

const folder = resolve(import.meta.dirname, '../../../../resources/sample')
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
const odd =
  "It's 3.5°C at 10:30, isn't it? U.S.-made Zylophrastic re-entry costs $1,200 (cf. Smith's résumé)… 水泵 can't run!"

// Catches a part that our way of loading leaves out, and a newer package that is made differently.
it('tags as the package does by itself', () => {
  const nlp = winkNLP(model, ['pos'])
  for (const text of [odd, ...texts]) {
    const tokens = nlp.readDoc(text).tokens()
    // eslint-disable-next-line @typescript-eslint/unbound-method
    expect(tagEnglish(text)).toEqual({ words: tokens.out(), tags: tokens.out(nlp.its.pos) })
  }
  expect(texts.length).toBeGreaterThan(3)
})
