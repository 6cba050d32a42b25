import { join } from 'node:path'
import { writeTinyCrossEncoder } from '../../bench/tiny-models/tiny-cross-encoder'
import { writeTinyReader } from '../../bench/tiny-models/tiny-reader'
import { writeTinyEncoder } from '../../bench/tiny-models/tiny-encoder'
import { chatMlTemplate, tinyGguf, writeTinyGguf } from '../../bench/tiny-models/tiny-gguf'

/** A tiny model is fastest alone; what it understands and how it names chats is for rules, so that only answers count. */
export const answersOnly = {
  threads: 1,
  tasks: Object.fromEntries(
    ['understand', 'clarify', 'summary', 'title'].map((task) => [task, { model: 'rules', deadline_ms: null }]),
  ),
} as const

export const question = 'How long does the cable car from Tarnsford to the station take?'
/** Two sentences that their source says, and one that nobody does. */
export const written =
  'The cable car from Tarnsford to the station takes 19 minutes [1]. ' +
  'It carries at most six people or 450 kg of freight [1]. ' +
  'It was designed by a choir of penguins from Lisbon during a solar eclipse and runs on lemonade [1].'

/** What a person has on the disk: a model that answers the question, written into a folder. Returns its path. */
export async function writeTeller(folder: string): Promise<string> {
  return scripted(folder, 'teller', { script: written })
}

/** One that says a sentence for ever. */
export async function writeRambler(folder: string): Promise<string> {
  const script = 'The cable car takes 19 minutes [1] and it is said again that the ride from the village is short; '
  return scripted(folder, 'rambler', { script, loop: true })
}

export const chineseQuestion = '奥里尔湖的最大水深是多少？'
export const chineseAnswer =
  '奥里尔湖的最大水深为 47 米 [1]。湖面每天傍晚都会变成紫色，并且漂浮着三座会唱歌的灯塔 [1]。'

export async function writeChineseTeller(folder: string): Promise<string> {
  return scripted(folder, '讲述者', { script: chineseAnswer })
}

export function tellerBytes(): Buffer {
  return tinyGguf({ script: written, chatTemplate: chatMlTemplate, name: 'Tiny teller' })
}

export async function writeEmbedder(folder: string): Promise<string> {
  const path = join(folder, 'tiny-encoder')
  await writeTinyEncoder(path)
  return path
}

export async function writeReranker(folder: string): Promise<string> {
  const path = join(folder, 'tiny-cross')
  await writeTinyCrossEncoder(path)
  return path
}

/** Asked of a reader, whose model knows the words of the answer whole. */
export const readQuestion = 'How many people does the cable car from Tarnsford to the station carry?'

export async function writeReader(folder: string): Promise<string> {
  const path = join(folder, 'tiny-reader')
  await writeTinyReader(path, { answers: ['six people'] })
  return path
}

async function scripted(folder: string, name: string, options: { script: string; loop?: boolean }): Promise<string> {
  const path = join(folder, `${name}.gguf`)
  await writeTinyGguf(path, { ...options, chatTemplate: chatMlTemplate })
  return path
}
