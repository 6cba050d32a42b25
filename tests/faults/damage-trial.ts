import { cp, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { toCairnError } from '@shared/errors'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { sayingOf } from './damage-document'
import { differencesBetween, drain, type FileKind, keptIn, type Kept, type Opening } from './damaged-store'

/** What says that a thing is damaged, or gone. */
const namedAs: Readonly<Record<string, RegExp>> = {
  'My notes': /notebook/u,
  'Plover plans': /notebook/u,
  'Ibis plans': /notebook/u,
  'the research': /research/u,
  'The year of the pump': /research/u,
  'My questions': /questions/u,
  'Our questions': /questions/u,
  'First try': /evaluation|run of one|First try/u,
  'Second try': /evaluation|run of one|Second try/u,
  'the settings': /settings/iu,
  'the terms': /terms/u,
  'followed folders': /watched folders|folders\.json/u,
  'decisions about names': /decisions/u,
  'servers of tools': /tool-servers\.json/u,
  'what tools may': /tool-consents\.json/u,
  'the rates': /exchange.rates|European Central/iu,
}

const tellsOfDamage = /damaged|lost|missing|anew|whole|cannot|could not|unusable|as it was written|defaults|left out/iu

/** A damage, and what may come of it. */
export interface Trial extends Omit<FileKind, 'find'> {
  readonly file: string
  readonly damage: string
  readonly harm: (store: string) => Promise<void>
  /** What the harmed files are, before anything opens the store; none by default. */
  readonly harmed?: (store: string) => Promise<readonly string[]>
}

/** The trial of one damage to one kind of file. */
export function trialOf(file: string, damage: string, kind: FileKind, harm: (path: string) => Promise<void>): Trial {
  const { find, ...rest } = kind
  const harmAll = async (store: string) => {
    for (const path of await find(store)) await harm(path)
  }
  return { ...rest, file, damage, harm: harmAll, harmed: find }
}

export interface TrialsOptions {
  /** Holds the store, as `store`, and all that was read into it. */
  readonly folder: string
  readonly opening: Opening
  /** What a whole store says. */
  readonly before: Kept
  /** Looks at a store that was repaired and closed. `harmed` are files that may lie there as they were harmed. */
  readonly afterwards?: (store: string, harmed: ReadonlySet<string>) => Promise<void>
}

/** Harms copies of a prepared store, one way each, and judges what is said and what is lost. */
export class DamageTrials {
  /** Of the table in docs/damage.md. */
  readonly rows: string[][] = []

  private constructor(private readonly options: TrialsOptions) {}

  /** Takes the store that was made. Each copy of it lies in its place: documents in it know their files by their paths. */
  static async of(options: TrialsOptions): Promise<DamageTrials> {
    await rename(join(options.folder, 'store'), join(options.folder, 'prepared'))
    return new DamageTrials(options)
  }

  async run(trial: Trial): Promise<void> {
    const store = await this.fresh()
    const found = (await trial.harmed?.(store)) ?? []
    if (trial.harmed) expect(found).not.toEqual([])
    for (const path of found) expect((await stat(path)).size).toBeGreaterThan(0)
    await trial.harm(store)
    await this.#judge(trial, store, await asTheyLie(found))
  }

  /** A copy of the prepared store, in the place of the one before. */
  async fresh(): Promise<string> {
    const store = join(this.options.folder, 'store')
    await rm(store, { recursive: true, force: true })
    await cp(join(this.options.folder, 'prepared'), store, { recursive: true, preserveTimestamps: true })
    return store
  }

  /** What was said first, as the table has it. */
  saying(said: readonly string[]): string {
    return sayingOf(said, join(this.options.folder, 'store'), this.options.folder)
  }

  async #judge(trial: Trial, store: string, harmed: ReadonlyMap<string, string>): Promise<void> {
    const { file, damage, mayLose, mustSay, answers } = trial
    const { before, afterwards } = this.options
    const said: string[] = []
    const log = (line: string) => {
      if (tellsOfDamage.test(line)) said.push(line)
    }
    const open = () => createEngine({ folder: store, ...this.options.opening, log })
    let engine = await openOrForget(store, open, said)
    try {
      await keptIn(engine, (why) => said.push(why))
      const { problems } = await engine.check()
      said.push(...problems.map(noteText))
      await drain(engine.repair())
      await engine.close()
      engine = await open()
      const after = await engine.check()
      const toldLater = [after.problems, ...after.given_up.map((repair) => repair.problems)].flat().map(noteText)
      const { lost, changed } = differencesBetween(before, await keptIn(engine, (why) => toldLater.push(why)))
      // Nothing but the damaged thing, and it is named.
      expect(mayLose).toEqual(expect.arrayContaining([...lost, ...changed]))
      if (trial.isOne === true) expect([...lost, ...changed].length).toBeLessThan(2)
      if (trial.unseen?.test(damage) !== true)
        for (const one of [...lost, ...changed]) expect(said.join('\n')).toMatch(namedAs[one] ?? new RegExp(one, 'u'))
      // Also to who repaired at once, and asks or uses it later.
      if (trial.unseen?.test(damage) !== true)
        for (const one of [...lost, ...changed])
          expect(toldLater.join('\n')).toMatch(namedAs[one] ?? new RegExp(one, 'u'))
      if (mustSay && trial.unseen?.test(damage) !== true) expect(said.join('\n')).toMatch(mustSay)
      // What is left to say is about that, and says what to do.
      for (const problem of after.problems) expect(mayLose.some((one) => noteText(problem).includes(one))).toBe(true)
      for (const [question, answer] of answers ?? []) expect(await answerOf(engine, question)).toMatch(answer)
      const isAsHarmed = [...(await asTheyLie(harmed.keys()))].some(([path, text]) => harmed.get(path) === text)
      const unsaid = harmed.size === 0 ? '–' : isAsHarmed ? 'left as it is' : 'healed, nothing to say'
      this.rows.push([file, damage, this.saying(said) || unsaid, costsOf(lost, changed)])
    } finally {
      await engine.close()
    }
    await afterwards?.(store, new Set(harmed.keys()))
  }
}

/** Opens a store; where it does not open, the one file goes that it is told of. */
async function openOrForget(store: string, open: () => Promise<Engine>, said: string[]): Promise<Engine> {
  try {
    return await open()
  } catch (thrown) {
    const { message, action } = toCairnError(thrown)
    said.push(`${message} ${action}`)
    await rm(join(store, 'store.json'))
    return open()
  }
}

/** The words of an answer. */
async function answerOf(engine: Engine, question: string): Promise<string> {
  for await (const event of engine.ask({ question, search_anyway: true }))
    if (event.type === 'final') return event.response
  throw new Error(`No answer to ${question}`)
}

function costsOf(lost: readonly string[], changed: readonly string[]): string {
  const costs = [lost.join(', '), changed.map((one) => `${one} reads differently`).join(', ')].filter(Boolean)
  return costs.join('; ') || 'nothing'
}

/** What is in files; nothing for one that is gone. */
async function asTheyLie(paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string) => [path, await readFile(path, 'latin1').catch(() => '')] as const
  return new Map(await Promise.all([...paths].map(read)))
}
