import type { PassageText } from '@engine/graph/names/passage-reading'
import type {
  ExtractionDocument,
  ExtractionFiles,
  ModelExtractionParts,
} from '@engine/graph/model-extraction/extraction-parts'
import { ModelExtraction } from '@engine/graph/model-extraction/model-extraction'
import type { GenerateRequest, ModelName } from '@engine/ports/models/language-model'
import { type FakeLanguageModels, fakeLanguageModels, type Step } from '../../../fakes/language-models'

export interface LibraryDocument {
  readonly id: string
  readonly revision?: string
  readonly addedAt?: number
  readonly texts: readonly string[]
}

/** Sentences that say nothing, so that a passage with them fills a call. */
export const filler = 'the pump hums in the night. '.repeat(34)

export class MemoryFiles implements ExtractionFiles {
  readonly content = new Map<string, string>()

  read(id: string): Promise<string> {
    return Promise.resolve(this.content.get(id) ?? '')
  }

  append(id: string, text: string): Promise<void> {
    return this.replace(id, (this.content.get(id) ?? '') + text)
  }

  replace(id: string, text: string): Promise<void> {
    this.content.set(id, text)
    return Promise.resolve()
  }
}

/** Reads "A uses B" and "A使用B" in what it is shown; asked again, it also finds what stands behind "also". */
export function carefulAnswer({ messages }: GenerateRequest): string {
  const shown = messages[0]?.content ?? ''
  const entities: object[] = []
  const relations: object[] = []
  const again = messages.length > 1
  for (const [, number, line = ''] of shown.matchAll(/^(\d+)\. (.*)$/gmu)) {
    if (again) {
      for (const [, name] of line.matchAll(/also (\p{Lu}\p{L}+)/gu)) entities.push({ name, type: 'concept' })
      continue
    }
    for (const [, source, target] of line.matchAll(/(\p{Lu}\p{L}+) uses (\p{Lu}\p{L}+)|/gu)) {
      if (source === undefined) continue
      entities.push({ name: source, type: 'tool' }, { name: target, type: null })
      relations.push({ source, relation: 'uses', target, sentence: Number(number) })
    }
    for (const [, source, target] of line.matchAll(/(\p{Script=Han}{2,4})使用(\p{Script=Han}{2,4})/gu)) {
      entities.push({ name: source, type: 'tool' }, { name: target, type: 'tool' })
      relations.push({ source, relation: 'uses', target, sentence: Number(number) })
    }
  }
  return JSON.stringify({ entities, relations })
}

export const tiny: ModelName = { id: 'gguf:tiny', name: 'Tiny' }

export interface TestExtraction {
  readonly extraction: ModelExtraction
  readonly models: FakeLanguageModels
  readonly files: MemoryFiles
  readonly learned: string[]
  readonly logged: string[]
  readonly waits: number[]
  /** Passages that were asked about, by their text, in order; gleaning left out. */
  readonly asked: () => string[]
  readonly library: LibraryDocument[]
}

export interface TestOptions extends Partial<Omit<ModelExtractionParts, 'models' | 'files'>> {
  readonly library: readonly LibraryDocument[]
  readonly files?: MemoryFiles
  /** What the model does; by default it answers carefully. */
  readonly answer?: (request: GenerateRequest) => readonly Step[]
  readonly deadlineMs?: number
  readonly onChange?: (extraction: ModelExtraction) => void
}

export function testExtraction(options: TestOptions): TestExtraction {
  const { files = new MemoryFiles(), answer, deadlineMs = 60_000, onChange, ...more } = options
  const library = [...options.library]
  const models = fakeLanguageModels({
    scripts: { extraction: (request) => answer?.(request) ?? [carefulAnswer(request)] },
    deadlines: { extraction: deadlineMs },
  })
  const learned: string[] = []
  const logged: string[] = []
  const waits: number[] = []
  const passage = (text: string): PassageText => ({ title: 'Notes', headingPath: [], text })
  const extraction = new ModelExtraction({
    models,
    files,
    model: () => tiny,
    documents: () =>
      library.map(({ id, revision = 'r1', addedAt = 0, texts }): ExtractionDocument => {
        return { id, revision, addedAt, passages: texts.length }
      }),
    textOf: ({ id, revision }) => {
      const found = library.find((document) => document.id === id && (document.revision ?? 'r1') === revision)
      return Promise.resolve(found && { passages: found.texts.map(passage) })
    },
    activity: { isBusy: () => false, whenIdle: () => Promise.resolve(), onBusy: () => () => undefined },
    budgetMs: () => 3_600_000,
    clock: () => 0,
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    closing: new AbortController().signal,
    learned: (id) => void learned.push(id),
    log: (line) => void logged.push(line),
    ...more,
    changed: () => onChange?.(extraction),
  })
  const asked = () => {
    const firsts = models.asked
      .filter(({ messages }) => messages.length === 1)
      .map(({ messages }) => messages[0]?.content)
    const texts = library.flatMap((document) => document.texts)
    return firsts.flatMap((content) =>
      texts.filter((text) => text !== '' && content?.includes(text.split(/(?<=[。.:])/u)[0] ?? text)),
    )
  }
  return { extraction, models, files, learned, logged, waits, asked, library }
}
