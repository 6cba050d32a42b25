import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTinyGguf } from '../../../../bench/tiny-models/tiny-gguf'
import { communityBrief } from '@engine/graph/community-writing/community-brief'
import { communityRequest } from '@engine/graph/community-writing/community-prompt'
import { groundDescription } from '@engine/graph/community-writing/ground-description'
import { openLanguageModel } from '@engine/inference/llama/llama-model'
import { cardOf, chunkOf } from './written-community'

const chunks = [chunkOf('lake', 'Lake Arden feeds the Mirador Station.')]
const json = '{"title": "Lake Arden", "summary": "Lake Arden feeds the Mirador Station."}'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-community-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// Would catch a form that llama.cpp refuses, or that takes it seconds to prepare.
test('llama.cpp makes a grammar of the schema, and what it lets through can be read', async () => {
  const path = join(folder, 'model.gguf')
  await writeTinyGguf(path, { script: 'Pump', json, contextLength: 4096 })
  const options = { gpu: 'off', threads: 1, context_length: 4096 } as const
  const model = await openLanguageModel(path, options, () => undefined)
  try {
    const brief = communityBrief(cardOf(chunks, ['Lake Arden']), chunks)
    const { system, messages, temperature, seed, maxTokens, schema } = communityRequest(brief)
    let reply = ''
    await model.generate(
      {
        ...{ type: 'generate', key: 'tiny', system, messages: [...messages], schema: { ...schema } },
        ...{ temperature, seed, max_tokens: maxTokens },
      },
      ({ text }) => {
        reply += text
        return Promise.resolve()
      },
      new AbortController().signal,
    )
    const borneOut = { title: 'Lake Arden', summary: 'Lake Arden feeds the Mirador Station.' }
    expect(groundDescription(reply, brief)).toEqual(borneOut)
  } finally {
    await model.dispose()
  }
})
