import { describe, expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { cite } from '@engine/pipeline/forms/rows/write-sentences'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex, type FakeDocument } from '../../../fakes/chunk-index'

const statistics = { chunkCount: 10, documentFrequency: () => 1 }

async function answer(question: string, documents: readonly FakeDocument[]) {
  const index = await fakeChunkIndex(documents)
  const passages = index.chunks.map((chunk, at) => ({
    ...toPassage({ chunk, vector: new Float32Array(1024), search: '' }, []),
    score: 1 - at * 0.1,
  }))
  const keyTerms = keyTermsOf(question, createTermTable([]), index.statistics)
  const embedder = createHashedNgramEmbedder()
  const sentences = await extractAnswer(
    { queries: [question], keyTerms, passages, embedder, statistics },
    readPart(question).type,
  )
  return {
    sentences,
    ...cite([sentences], { passages, ids: passages.map((_, at) => `e${at}`) }, () => []),
    passages,
  }
}

const handbook = `# Pump handbook

The main pump was installed in 2019 by Orell Marti. It moves 40 litres per second. Visitors may not touch it.

To restart the main pump:

1. Close the inlet valve.
2. Press the green button.
3. Wait for two minutes.

The spare pump is stored in the cellar.`

describe('extractive answers', () => {
  test('quote verbatim, each sentence cited to its exact range', async () => {
    const { response, refs, passages, evidence } = await answer('When was the main pump installed?', [
      { name: 'a', text: handbook },
    ])
    expect(response).toContain('installed in 2019')
    expect(evidence.map(({ number }) => number)).toEqual([1])
    for (const ref of refs) {
      const [start, end] = ref.selector.replace('chars:', '').split('-').map(Number)
      expect(passages[0]?.text.slice(start, end)).toBe(response.slice(ref.response_start, ref.response_end))
      expect(response.slice(ref.response_end)).toMatch(/^ \[1\]/u)
    }
  })

  test('a section whose heading names what to do is the answer, though its sentences do not say the word', async () => {
    const manual = `# Vela machine

## Cleaning

Every day wipe the steam wand of the coffee machine. Every month descale it.

### Descaling

Dissolve one sachet in a litre of water. Hold both keys until they blink. Rinse with two full tanks.

## Troubleshooting

| Sign | Remedy |
|---|---|
| Lamps blink | Run the descaling programme of the coffee machine |`
    const { sentences } = await answer('How do I descale the coffee machine?', [{ name: 'a', text: manual }])
    expect(sentences.map(({ text }) => text)).toEqual([
      'Dissolve one sachet in a litre of water.',
      'Hold both keys until they blink.',
      'Rinse with two full tanks.',
    ])
    // What is asked for is more than the heading says.
    const other = await answer('How do I wipe the steam wand?', [{ name: 'a', text: manual }])
    expect(other.response).toContain('wipe the steam wand')
  })

  test('numbered Chinese headings name what to do as well', async () => {
    const recipes = `# 外婆的菜谱

## 四、腌笃鲜

咸肉250克,小排400克,春笋600克。

## 五、糖醋小排

小排600克。先用油煎到两面金黄,下调料,小火三十五分钟。撒白芝麻。

## 六、雪菜黄鱼汤

黄鱼一条。`
    const { sentences } = await answer('糖醋小排怎么做？', [{ name: 'a', text: recipes }])
    expect(sentences.map(({ text }) => text).join('')).toBe(
      '小排600克。先用油煎到两面金黄,下调料,小火三十五分钟。撒白芝麻。',
    )
  })

  test('a procedure is gathered whole and in order, with the line that announces it', async () => {
    const { sentences } = await answer('How do I restart the main pump?', [{ name: 'a', text: handbook }])
    expect(sentences.map(({ text }) => text)).toEqual([
      'To restart the main pump:',
      'Close the inlet valve.',
      'Press the green button.',
      'Wait for two minutes.',
    ])
  })

  test('footnote marks of the document cannot be taken for citations', async () => {
    const { response, refs, passages } = await answer('When was the main pump replaced?', [
      { name: 'a', text: 'The main pump was replaced in March 2021 [3].' },
    ])
    expect(response).toBe('The main pump was replaced in March 2021 ［3］. [1]')
    const [start, end] = refs[0]?.selector.replace('chars:', '').split('-').map(Number) ?? []
    expect(passages[0]?.text.slice(start, end)).toBe('The main pump was replaced in March 2021 [3].')
  })

  test('a table row comes with its header; rows of another ticket stay out', async () => {
    const text = '| Ticket | What |\n|---|---|\n| TKT-1042 | frozen probe |\n| TKT-1070 | broken fuse |'
    const { sentences } = await answer('What happened in TKT-1070?', [{ name: 'a', text }])
    expect(sentences.map((sentence) => sentence.text)).toEqual(['Ticket | What', 'TKT-1070 | broken fuse'])
  })

  test('long lines without breaks are no trouble (bug: a pattern quadratic in the line)', async () => {
    const { sentences } = await answer('水泵在哪里？', [
      { name: 'a', text: `${'水位记录'.repeat(20_000)}。水泵在地下室。` },
    ])
    expect(sentences.map(({ text }) => text)).toContain('水泵在地下室。')
  })

  test('nothing about the question means no sentence at all', async () => {
    const { sentences } = await answer('Who won the football cup?', [{ name: 'a', text: handbook }])
    expect(sentences).toEqual([])
  })

  test('the same sentence in two documents is said once', async () => {
    const text = 'The main pump was installed in 2019.'
    const { sentences } = await answer('When was the main pump installed?', [
      { name: 'a', text },
      { name: 'b', text },
    ])
    expect(sentences).toHaveLength(1)
  })

  test('citations number the evidence in order of first use', async () => {
    const { response, evidence } = await answer('水位多久测量一次，由谁负责？', [
      { name: '规程', text: '水位每15分钟测量一次。测量由值班员负责。' },
      { name: '名单', text: '负责水位测量的值班员是王芳。' },
    ])
    const used = [...response.matchAll(/\[(\d+)\]/gu)].map((match) => Number(match[1]))
    expect([...new Set(used)]).toEqual(evidence.map(({ number }) => number))
    expect(used[0]).toBe(1)
  })

  test('line breaks inside a sentence vanish between Chinese characters and become spaces elsewhere', () => {
    const sentence = { passage: 0, start: 0, end: 1, listItem: false }
    const citeOne = (said: Parameters<typeof cite>[0][number][number]) =>
      cite([[said]], { passages: [], ids: ['e'] }, () => [])
    expect(citeOne({ ...sentence, text: '水位每十五\n分钟测量' }).response).toBe('水位每十五分钟测量 [1]')
    expect(citeOne({ ...sentence, text: 'every fifteen\nminutes' }).response).toBe('every fifteen minutes [1]')
  })

  test('a further sentence has what the title does not say, or goes on with the one before', async () => {
    const text =
      'The Harbour Office was founded in 1902. Reserved matters of the Harbour Office include lighthouses and pilots. They also cover wrecks. The Harbour Office stands on the quay. The Harbour Office has a flag.'
    const { sentences } = await answer('What are the reserved matters of the Harbour Office?', [
      { name: 'Harbour Office', text },
    ])
    const said = sentences.map((sentence) => sentence.text).join(' ')
    expect(said).toContain('lighthouses and pilots')
    expect(said).not.toContain('flag')
    expect(said).not.toContain('quay')
  })

  test('the best sentence opens the answer, what stands before it comes behind', async () => {
    const text =
      'On arrival the patient weighed 71.5 kilograms and had a fever. On leaving the hospital the patient weighed 66.2 kilograms.'
    const { sentences } = await answer('What did the patient weigh on leaving the hospital?', [
      { name: 'letter', text },
    ])
    expect(sentences[0]?.text).toContain('66.2')
    const zh = '入院时体重71.5公斤，血压偏高。出院时体重66.2公斤，水肿消退。'
    expect((await answer('出院的时候体重是多少？', [{ name: '小结', text: zh }])).sentences[0]?.text).toContain('66.2')
  })

  test('steps that stand together keep their order', async () => {
    const text =
      'The room is cold. First open the valve of the boiler. Then light the boiler with a match. The cellar is damp.'
    const { sentences } = await answer('How do I open the valve and light the boiler?', [{ name: 'boiler', text }])
    const said = sentences.map((sentence) => sentence.text)
    expect(said.slice(0, 2)).toEqual(['First open the valve of the boiler.', 'Then light the boiler with a match.'])
  })

  test('of questions and answers the answer is quoted, and not the question', async () => {
    const text =
      'Questions\n\nQ: What if I lose the recovery phrase?\nA: Any device that is still signed in can make a new one.\n\nQ: How many devices does an account have?\nA: Two, and five for those who pay.'
    const lost = await answer('What happens if the recovery phrase is lost?', [{ name: 'faq', text }])
    expect(lost.sentences[0]?.text).toContain('can make a new one')
    const zh =
      '问：忘了恢复短语怎么办？\n答：在仍然登录着的设备上重新生成。\n\n问：一个账号能用几台设备？\n答：免费版两台。'
    const found = await answer('一个账号可以用几台设备？', [{ name: '说明', text: zh }])
    expect(found.sentences[0]?.text).toContain('两台')
  })

  test('what to do may be told in a sentence; a list that shares a word with the question is not taken for it', async () => {
    const text =
      'Changes\n\n- Fixed: a lost phrase in the help.\n- Fixed: a crash.\n\nThe recovery phrase is made anew on a device that is still signed in.'
    const { sentences } = await answer('How do I make a recovery phrase anew once it is lost?', [
      { name: 'notes', text },
    ])
    expect(sentences[0]?.text).toContain('made anew')
  })

  test('a question in the middle of a paragraph is part of what is told', async () => {
    const text = 'The mill stood idle for years. Who was to pay for the new wheel? The miller sold his two horses.'
    const { sentences } = await answer('What did the miller sell?', [{ name: 'mill', text }])
    expect(sentences[0]?.text).toBe('The miller sold his two horses.')
  })
})
