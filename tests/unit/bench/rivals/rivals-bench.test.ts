import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rivals } from '../../../../bench/rivals/measure-rival'
import { run } from '../../../../bench/rivals/rivals-bench'

const texts = {
  en: ['The pump house was built in 1911.', 'Herons nest beside the weir.', 'A line about wells.'],
  zh: ['苍鹭在堰边筑巢，每年春天回来。', '水位在三月上升了百分之五十。', '泵房建于一九一一年。'],
}
const asked = { en: 'When did they build the pump house?', zh: '苍鹭在哪里筑巢？' }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-rivals-test-'))
  const passages = texts.en.slice(0, 2).map((text, at) => ({ id: String(at), text }))
  const data = { passages, questions: [{ question: asked.en, passage: '0' }] }
  await writeFile(join(folder, 'data.json'), JSON.stringify(data))
  await writeFile(join(folder, 'others.txt'), 'A line about wells.\nAnother about rain.\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function bench(...args: string[]): Promise<unknown> {
  const lines: string[] = []
  const io = { print: (line: string) => lines.push(line), progress: () => undefined, resources: 'resources' }
  await run(['--data', join(folder, 'data.json'), '--among', join(folder, 'others.txt'), ...args], io)
  return JSON.parse(lines.join(''))
}

describe('bench rivals', () => {
  const cases = Object.entries(rivals).flatMap(([name, rival]) =>
    name === 'cairn'
      ? []
      : [
          { name, rival, language: 'en', words: 'own' } as const,
          { name, rival, language: 'zh', words: 'own' } as const,
          { name, rival, language: 'zh', words: 'jieba' } as const,
        ],
  )
  it.each(cases)('$name finds what is asked for in $language, with $words words', async (one) => {
    const { name, rival, language, words } = one
    const documents = texts[language].map((text, at) => ({ id: String(at), title: '', text }))
    const plan = { language, words, folder: join(folder, `${name}-${language}-${words}`), resources: 'resources' }
    const searchable = await rival(documents, plan)
    expect((await searchable.search(asked[language], 10))[0]).toBe('0')
    await searchable.close()
  })

  it('measures one of them among documents that answer nothing', async () => {
    expect(await bench('--one', 'minisearch')).toMatchObject({ rival: 'minisearch', words: 'own', 'hit@1': 1 })
  })

  it('says what it does not know', async () => {
    await expect(bench('--one', 'toString')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(bench('--words', 'letters')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
