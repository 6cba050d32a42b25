import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTinyGguf } from '../../../../bench/tiny-models/tiny-gguf'
import type { PassageText } from '@engine/graph/names/passage-reading'
import { extractionPrompt } from '@engine/graph/model-extraction/requests/extraction-prompt'
import { extractionSchema } from '@engine/graph/model-extraction/requests/extraction-schema'
import { readAnswer } from '@engine/graph/model-extraction/answers/ground-answer'
import { openLanguageModel } from '@engine/inference/llama/llama-model'

const passages: PassageText[] = [{ title: 'Notes', headingPath: [], text: 'Cairn uses LanceDB.' }]
const json =
  '{"entities": [{"name": "Cairn", "type": "tool"}, {"name": "LanceDB", "type": null}], ' +
  '"relations": [{"source": "Cairn", "relation": "uses", "target": "LanceDB", "sentence": 1}]}'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-extraction-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('llama.cpp makes a grammar of the schema, and what it lets through can be read', async () => {
  const path = join(folder, 'model.gguf')
  await writeTinyGguf(path, { script: 'Pump', json })
  const options = { gpu: 'off', threads: 1, context_length: 2048 } as const
  const model = await openLanguageModel(path, options, () => undefined)
  try {
    const { system, messages } = extractionPrompt(passages, [])
    let reply = ''
    await model.generate(
      {
        ...{ type: 'generate', key: 'tiny', system, messages: [...messages], schema: { ...extractionSchema } },
        ...{ temperature: 0.1, seed: 0, max_tokens: 300 },
      },
      ({ text }) => {
        reply += text
        return Promise.resolve()
      },
      new AbortController().signal,
    )
    expect(JSON.parse(reply)).toEqual(JSON.parse(json))
    expect(readAnswer(reply, passages)?.facts[0]?.relations).toEqual([[0, 'uses', 1, 0, 19]])
  } finally {
    await model.dispose()
  }
})
