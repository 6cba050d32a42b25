import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResidentModel } from '@engine/inference/supervision/host-client'
import { writeBenchEncoder } from './models-encoder'
import { writeTinyEncoder } from '../tiny-models/tiny-encoder'
import { chatMlTemplate, writeTinyGguf } from '../tiny-models/tiny-gguf'

export interface BenchModels {
  /** Says a few words for ever, in a fraction of a millisecond each: the worst case for whatever stands around it. */
  readonly tiny: ResidentModel
  /** Takes some milliseconds a token, as small real models do, and says `answerWords` words. */
  readonly large: ResidentModel
  readonly tinyEncoder: ResidentModel
  readonly largeEncoder: ResidentModel
}

const contextLength = 4096
/** The large language model's answer: as long as a long answer of a real one, within the 1,024 tokens an answer may have. */
const answerWords = 480
export const lastAnswerWord = `word${answerWords - 1}`

/** Writes the models that are measured, the same ones each time; some 70 MB. */
export async function writeBenchModels(folder: string): Promise<BenchModels> {
  await mkdir(folder, { recursive: true })
  const language = (name: string): ResidentModel => {
    const path = join(folder, `${name}.gguf`)
    return { id: `gguf:${name}`, files: { kind: 'language', format: 'gguf', path }, contextLength }
  }
  const encoder = (name: string): ResidentModel => {
    const path = join(folder, name)
    return { id: `onnx:${name}`, files: { kind: 'embedder', format: 'onnx', path }, contextLength: 256 }
  }
  const models = {
    tiny: language('tiny'),
    large: language('large'),
    tinyEncoder: encoder('tiny-encoder'),
    largeEncoder: encoder('large-encoder'),
  }
  const chatTemplate = chatMlTemplate
  await writeTinyGguf(models.tiny.files.path, { chatTemplate, script: words(30), loop: true })
  await writeTinyGguf(models.large.files.path, {
    chatTemplate,
    script: words(answerWords),
    layers: 4,
    feedForward: 1024,
  })
  await writeTinyEncoder(models.tinyEncoder.files.path)
  await writeBenchEncoder(models.largeEncoder.files.path)
  return models
}

/** Sentences, cited now and then, in paragraphs. */
function words(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const space = at === 0 ? '' : at % 60 === 0 ? '\n\n' : ' '
    const end = at % 12 === 11 ? (at % 36 === 35 ? ' [1].' : '.') : ''
    return `${space}word${at}${end}`
  }).join('')
}
