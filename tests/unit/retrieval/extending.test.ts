import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ModuleKind, transpileModule } from 'typescript'
import { expect, test } from 'vitest'
import type { Chunk } from '@shared/documents'
import { type PostProcessor, runChain } from '@engine/retrieval/chain'
import { toPassage } from '@engine/retrieval/passage'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import english from '@renderer/locales/en/context.json'
import chinese from '@renderer/locales/zh/context.json'
import terminalWords from '@resources/words/terminal.en.json'
import { chainContext } from '../../fakes/chain-context'

/** The processor of docs/extending.md, as a reader copies it. */
async function documentedProcessor(): Promise<PostProcessor> {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/extending.md'), 'utf8')
  const [, section = ''] = guide.split('## A post-processor')
  const source = /```ts\n([^]*?)```/u.exec(section)?.[1] ?? ''
  const { outputText } = transpileModule(source, { compilerOptions: { module: ModuleKind.ESNext } })
  const exported = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  )) as Record<string, PostProcessor>
  const [processor] = Object.values(exported)
  if (!processor) throw new Error('docs/extending.md has no example of a post-processor')
  return processor
}

function passage(id: string, text: string) {
  const chunk: Chunk = {
    id,
    doc_id: id,
    doc_name: `${id}.md`,
    title: id,
    revision: 'r1',
    collection: 'default',
    format: 'text',
    index: 0,
    text,
    start: 0,
    end: text.length,
    page: null,
    heading_path: [],
    context: '',
    token_count: 3,
    window_start: 0,
    window_end: text.length,
  }
  const list = { channel: 'text', query: 'q', weight: 1 } as const
  return toPassage({ chunk, vector: new Float32Array(1024), search: '' }, [{ list, rank: 1, score: 1 }])
}

// Would catch a guide that is out of date, and a chain that needs to know a processor's name elsewhere.
test("the guide's post-processor, put into the chain, is timed and named where it leaves something out", async () => {
  const processor = await documentedProcessor()
  const chain = [...defaultChain.slice(0, -1), processor, ...defaultChain.slice(-1)]
  const passages = [passage('a', 'The weir is forty centimetres deep.'), passage('b', 'Weirs')]
  const { timings, leftOut } = await runChain(passages, chain, chainContext())
  expect(timings.find(({ name }) => name === processor.name)).toMatchObject({ kept: 1 })
  expect(leftOut.map(({ passage: { chunk }, by }) => [chunk.id, by])).toEqual([['b', processor.name]])
})

// Would catch a processor that was renamed or removed and whose sentences stayed behind.
test.each([
  ['the terminal', Object.keys(terminalWords).flatMap((word) => /^step_(.+)$/u.exec(word)?.[1] ?? [])],
  ['the English window', Object.keys(english.dropped.by)],
  ['the Chinese window', Object.keys(chinese.dropped.by)],
])('%s has sentences only for steps that there are', (_, steps) => {
  const known = [...defaultChain.map(({ name }) => name), 'relevance_floor', 'cut']
  expect(steps.filter((step) => !known.includes(step))).toEqual([])
})
