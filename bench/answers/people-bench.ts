import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { schemaReply } from '../stand-in/schema-reply'
import type { StandInPrompt } from '../stand-in/stand-in-prompt'
import { StandInServer, type StandInReply } from '../stand-in/stand-in-server'
import { withAbsentKey } from './people/absent-keys'
import { peopleFigures } from './people/people-figures'
import { ask, askAsPerson, type PeopleOutcome } from './people/people-outcome'
import { askUnaided, unaidedFigures, type UnaidedOutcome } from './people/unaided-outcome'
import { readUnaidedQuestions, type UnaidedQuestion } from './people/unaided-questions'
import { type PeopleQuestion, readPeopleQuestions, readReadings } from './people/people-questions'

interface Options {
  readonly questions: readonly PeopleQuestion[]
  /** Questions to be answered without a model; null where the file holds others. */
  readonly unaided: readonly UnaidedQuestion[] | null
  /** Absolute paths. */
  readonly documents: readonly string[]
  readonly withModel: boolean
  /** Milliseconds until the stand-in says what a question means. */
  readonly understandingMs: number
  /** What a model would say that a question means, by its id; rules decide where it says nothing. */
  readonly readings: Readonly<Record<string, Record<string, unknown>>>
  readonly verbose: boolean
  /** A file for what each answer was judged by and whether it was right, one JSON line each; undefined for none. */
  readonly features: string | undefined
}

/**
 * `bench people --questions FILE [--documents PATH,PATH...] [--with-model] [--readings FILE] [--understanding-delay MS] [--every N]
 * [--only ID,ID] [--verbose]`: what becomes of questions as people ask them. With `--with-model` a stand-in is set as language model, and its
 * prompts are read: how many questions reach it, how many are kept from it wrongly, and whether what answers them is in the
 * prompt; whose key stands in no document at all is counted too, and named on stderr. One JSON line without a word of the
 * questions; `--verbose` prints one line a question to stderr.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { questions, unaided, documents, withModel, understandingMs, readings, verbose, features } = await readOptions(
    args,
    io,
  )
  const folder = await mkdtemp(join(tmpdir(), 'cairn-people-'))
  const asked = { question: '', reading: {} as Readonly<Record<string, unknown>> }
  const reply = (prompt: StandInPrompt) => replyTo(prompt, asked, understandingMs)
  const standIn = withModel ? await StandInServer.start({ reply }) : null
  try {
    const report = await withLibrary(folder, documents, io, async (engine) => {
      if (unaided) {
        const outcomes = await askAllUnaided(unaided, engine, { verbose, io })
        if (features !== undefined) await writeFeatures(outcomes, features)
        return unaidedFigures(outcomes)
      }
      const absent = await withAbsentKey(questions, engine)
      if (absent.length > 0) io.progress(`people: in no document stands all of the key of ${absent.join(', ')}`)
      if (standIn) await useModel(engine, standIn)
      const outcomes: PeopleOutcome[] = []
      for (const question of questions) {
        asked.question = question.question
        asked.reading = readings[question.id] ?? {}
        const outcome = await askAsPerson(question, engine, standIn)
        outcomes.push(outcome)
        io.progress(verbose ? lineOf(outcome) : `people: ${question.id}`)
      }
      const documents = engine.listDocuments({ statuses: ['ready'] }).length
      return { documents, keys_in_no_document: absent.length, ...peopleFigures(outcomes, withModel) }
    })
    io.print(JSON.stringify({ bench: 'people', with_model: withModel, ...report }))
    return 0
  } finally {
    await standIn?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function readOptions(args: string[], io: BenchIo): Promise<Options> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string' },
      documents: { type: 'string', multiple: true, default: [join(io.resources, 'sample')] },
      'with-model': { type: 'boolean', default: false },
      'understanding-delay': { type: 'string', default: '0' },
      readings: { type: 'string' },
      features: { type: 'string' },
      every: { type: 'string', default: '1' },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const hint = 'For example --questions tests/fixtures/people-questions/a.json --with-model.'
  if (!values.questions) throw new CairnError('INVALID_INPUT', 'bench people needs --questions FILE.', hint)
  const whole = (name: 'every' | 'understanding-delay', min: number) => {
    const value = Number(values[name])
    if (Number.isInteger(value) && value >= min) return value
    throw new CairnError('INVALID_INPUT', `--${name} takes a whole number of at least ${min}.`, hint)
  }
  const every = whole('every', 1)
  const withModel = values['with-model']
  const unaided = withModel ? null : await readUnaidedQuestions(values.questions)
  return {
    questions: unaided
      ? []
      : await readPeopleQuestions(values.questions, { every, only: values.only?.split(',') ?? null }),
    unaided: unaided && unaided.filter((_, at) => at % every === 0),
    documents: values.documents.flatMap((paths) => paths.split(',')).map((path) => resolve(path)),
    withModel,
    features: values.features,
    understandingMs: whole('understanding-delay', 0),
    readings: values.readings === undefined ? {} : await readReadings(values.readings),
    verbose: values.verbose,
  }
}

async function askAllUnaided(
  questions: readonly UnaidedQuestion[],
  engine: Engine,
  { verbose, io }: { readonly verbose: boolean; readonly io: BenchIo },
): Promise<UnaidedOutcome[]> {
  const outcomes: UnaidedOutcome[] = []
  for (const question of questions) {
    const outcome = await askUnaided(question, engine)
    outcomes.push(outcome)
    const { id, kind, language } = question
    const likely = outcome.likely === null ? '' : outcome.likely.toFixed(2)
    io.progress(
      verbose ? [id, kind, language, outcome.seen, likely, outcome.lead.slice(0, 160)].join('; ') : `people: ${id}`,
    )
  }
  return outcomes
}

/** For `bench outcome-fit`. */
async function writeFeatures(outcomes: readonly UnaidedOutcome[], path: string): Promise<void> {
  const lines = outcomes.flatMap(({ question, seen, judged }) =>
    judged ? JSON.stringify({ id: question.id, right: seen === 'right', judged }) : [],
  )
  await writeFile(path, `${lines.join('\n')}\n`)
}

const warmUp = 'What do these documents say about each other?'

/** A store that has read the documents, its graph too, for as long as the work takes. */
async function withLibrary<T>(
  folder: string,
  documents: readonly string[],
  io: BenchIo,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await createEngine({ folder, resources: io.resources })
  try {
    for await (const event of engine.ingest({ paths: documents })) {
      if (event.type === 'progress') io.progress(event.message)
    }
    for await (const event of engine.readScans()) {
      if (event.type === 'progress') io.progress(`read by OCR: ${event.message}`)
    }
    // It answers once everything is read into the graph.
    await engine.graph.communities()
    // What is read when it is first needed would be late for whichever question comes first.
    await ask(warmUp, 'people_warm_up', engine)
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** The stand-in understands and answers; what goes on besides is left to rules. */
async function useModel(engine: Engine, { url, models: [model = ''] }: StandInServer): Promise<void> {
  const rules = { model: 'rules' as const, deadline_ms: null }
  const tasks = { clarify: rules, title: rules, summary: rules, extraction: rules }
  await engine.changeSettings({ models: { language: serverModelId(url, model), servers: [url], tasks } })
}

const sentence = { en: 'This is what the passage says [1].', zh: '这段文字就是这样说的 [1]。' }

/** What a question means by the file of readings, or else the question as it is; for an answer, one cited sentence. */
function replyTo(
  { form, messages }: StandInPrompt,
  { question, reading }: { readonly question: string; readonly reading: Readonly<Record<string, unknown>> },
  understandingMs: number,
): StandInReply {
  if (!form) return /\p{Script=Han}/u.test(question) ? sentence.zh : sentence.en
  // Questions before it in the same chat are read as well.
  const [, asked = question] = /(?:Last question:|最后一个问题：)\s*(.*)$/su.exec(messages.at(-1)?.content ?? '') ?? []
  const said = { standalone: asked, ...(asked === question ? reading : {}) }
  return {
    text: JSON.stringify(schemaReply(form.schema, said)),
    firstTokenMs: form.name === 'understand' ? understandingMs : 0,
  }
}

/** What became of a question, in one line. */
function lineOf({ question, given, byTool, prompt, missing, degraded, answerCalls }: PeopleOutcome): string {
  const reached = prompt ? 'reached' : question.reach ? 'KEPT' : 'kept'
  const unasked = byTool === null ? 'no prompt' : `no prompt, by ${byTool}`
  const size = prompt ? `${prompt.passages} passages, ${prompt.characters} characters` : unasked
  const again = answerCalls > 1 ? ['asked again'] : []
  const lacks = missing.length > 0 ? [`lacks ${missing.map((group) => group.join(' | ')).join(' & ')}`] : []
  return [question.id, question.kind, question.language, reached, given, size, ...again, ...lacks, ...degraded].join(
    '; ',
  )
}
