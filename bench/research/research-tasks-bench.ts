import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import type { ResearchReport } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { refsOf } from '@engine/research/export/page-sources'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { StandInModel } from './stand-in-model'
import { bears, contradictionsIn, isFound, readResearchTasks, type ResearchTask, saidIn } from './research-tasks'

/** What became of one task. */
interface TaskOutcome {
  readonly task: ResearchTask
  readonly state: string
  /** Facts that no passage of the evidence holds, and those that the report lacks, by their ids. */
  readonly unfound: readonly string[]
  readonly missed: readonly string[]
  /** Passages. */
  readonly evidence: number
  readonly lies: readonly string[]
  readonly sentences: number
  readonly citations: number
  /** Citations that open nothing, or other words than the document has there. */
  readonly broken: number
  readonly issues: readonly string[]
  readonly contradictions: { readonly found: number; readonly others: number }
  readonly ms: number
}

/**
 * `bench research-tasks --tasks FILE [--documents PATH,PATH...] [--store DIR] [--only ID,ID] [--half odd|even] [--model NAME] [--with-model [--replies DIR] [--prompts DIR]] [--out DIR] [--verbose]`: what reports on
 * labelled tasks hold: their facts, of which how many were found at all, statements that are wrong, citations that open at the quoted place, contradictions. One JSON line
 * without a word of the tasks, odd and even ones apart. A store that is named is kept, and read again. `--out` keeps the runs;
 * `--verbose` tells on stderr, of odd tasks only, which facts a report lacks and whether they were found. `--with-model` has a
 * stand-in for a language model, which replies what was written by hand for a task (`--replies`); `--prompts` keeps what it was sent.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const options = readOptions(args, io)
  const tasks = (await readResearchTasks(options.tasks)).filter((task) => options.isWanted(task))
  const folder = options.store ?? (await mkdtemp(join(tmpdir(), 'cairn-research-')))
  const standIn = options.withModel ? await StandInModel.start(options.withModel) : null
  try {
    const engine = await createEngine({ folder, resources: io.resources })
    try {
      for await (const event of engine.ingest({ paths: options.documents }))
        if (event.type === 'progress') io.progress(event.message)
      await standIn?.beUsedBy(engine)
      const outcomes: TaskOutcome[] = []
      for (const task of tasks) {
        await standIn?.turnTo(task.id)
        const outcome = await outcomeOf(task, engine, options)
        outcomes.push(outcome)
        io.progress(options.isVerbose && isOdd(task) ? lineOf(outcome) : `research: ${task.id}`)
      }
      const halves = {
        odd: outcomes.filter(({ task }) => isOdd(task)),
        even: outcomes.filter(({ task }) => !isOdd(task)),
      }
      const figures = { odd: figuresOf(halves.odd), even: figuresOf(halves.even) }
      const model = standIn?.name ?? options.model ?? 'rules'
      io.print(JSON.stringify({ bench: 'research-tasks', model, ...figures, ...(await standIn?.figures()) }))
    } finally {
      await engine.close()
    }
    return 0
  } finally {
    await standIn?.close()
    if (options.store === undefined) await rm(folder, { recursive: true, force: true })
  }
}

interface Options {
  readonly tasks: string
  readonly documents: readonly string[]
  readonly store: string | undefined
  readonly model: string | undefined
  /** Null without a stand-in. */
  readonly withModel: { readonly replies: string | undefined; readonly prompts: string | undefined } | null
  readonly out: string | undefined
  readonly isVerbose: boolean
  isWanted(task: ResearchTask): boolean
}

function readOptions(args: string[], io: BenchIo): Options {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string' },
      documents: { type: 'string', multiple: true, default: [join(io.resources, 'sample')] },
      store: { type: 'string' },
      only: { type: 'string' },
      half: { type: 'string' },
      model: { type: 'string' },
      'with-model': { type: 'boolean', default: false },
      replies: { type: 'string' },
      prompts: { type: 'string' },
      out: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const { tasks, documents, store, model, out, half, replies, prompts } = values
  const hint = 'For example --tasks tests/fixtures/research/tasks.json.'
  if (tasks === undefined) throw new CairnError('INVALID_INPUT', 'bench research-tasks needs --tasks FILE.', hint)
  const only = values.only?.split(',')
  return {
    tasks,
    model,
    withModel: values['with-model']
      ? { replies: replies && resolve(replies), prompts: prompts && resolve(prompts) }
      : null,
    documents: documents.flatMap((list) => list.split(',')).map((path) => resolve(path)),
    store: store === undefined ? undefined : resolve(store),
    out: out === undefined ? undefined : resolve(out),
    isVerbose: values.verbose,
    isWanted: (task) => (only?.includes(task.id) ?? true) && (half === undefined || isOdd(task) === (half === 'odd')),
  }
}

function isOdd({ id }: ResearchTask): boolean {
  return Number(/\d+$/u.exec(id)?.[0]) % 2 === 1
}

async function outcomeOf(task: ResearchTask, engine: Engine, { model, out }: Options): Promise<TaskOutcome> {
  const start = performance.now()
  const run = await runOf(task, model, engine)
  const ms = performance.now() - start
  if (out !== undefined) {
    await mkdir(out, { recursive: true })
    await writeFile(join(out, `${task.id}.json`), JSON.stringify(run, null, 1))
  }
  const { report, evidence } = run
  const texts = evidence.map(({ text }) => text)
  const unfound = task.facts.filter((fact) => !isFound(fact, texts)).map(({ id }) => id)
  const known = { task, state: run.header.state, unfound, evidence: evidence.length, ms }
  const none = { found: 0, others: 0 }
  const ids = task.facts.map(({ id }) => id)
  const nothing = { lies: [], sentences: 0, citations: 0, broken: 0, issues: [], contradictions: none }
  if (!report) return { ...known, missed: ids, ...nothing }
  const said = saidIn(report)
  return {
    ...known,
    missed: task.facts.filter(({ signs }) => !said.some((text) => bears(text, signs))).map(({ id }) => id),
    lies: task.false.filter(({ signs, unless }) => said.some((text) => bears(text, signs, unless))).map(({ id }) => id),
    sentences: said.length,
    ...(await citationsOf(report, run, engine)),
    issues: report.issues.map(({ key }) => key),
    contradictions: contradictionsIn(report, task),
  }
}

async function runOf(
  { task, language }: ResearchTask,
  model: string | undefined,
  engine: Engine,
): Promise<ResearchRun> {
  const asked = { goal: task, locale: language, ...(model === undefined ? {} : { model }) }
  const { id } = await engine.research.start({ ...asked, at_once: true })
  await rested(id, engine)
  // A plan that asks back is run with its own answers, as by a user who passes the questions over.
  if ((await engine.research.get(id)).header.state === 'waiting') {
    await engine.research.run(id)
    await rested(id, engine)
  }
  return engine.research.get(id)
}

async function rested(id: string, engine: Engine): Promise<void> {
  const events = engine.research.follow(id, -1)
  while (!(await events.next()).done);
}

/** How many citations a report has, and how many do not open the words of their document. */
async function citationsOf(
  report: ResearchReport,
  { evidence }: ResearchRun,
  engine: Engine,
): Promise<{ citations: number; broken: number }> {
  const byId = new Map(evidence.map((item) => [item.evidence_id, item]))
  const refs = refsOf(report)
  const texts = new Map<string, string>()
  let broken = 0
  for (const { evidence_id: id, number, selector } of refs) {
    const item = byId.get(id)
    const [, from, to] = /^chars:(\d+)-(\d+)$/u.exec(selector) ?? []
    if (item?.number !== number || from === undefined || to === undefined) {
      broken += 1
      continue
    }
    if (item.kind === 'tool' || item.kind === 'chat') continue
    const text = texts.get(item.document_id) ?? (await engine.readDocument(item.document_id)).text
    texts.set(item.document_id, text)
    const [start, end] = [Number(from), Number(to)]
    if (start >= end || text.slice(item.start + start, item.start + end) !== item.text.slice(start, end)) broken += 1
  }
  return { citations: refs.length, broken }
}

function figuresOf(outcomes: readonly TaskOutcome[]) {
  const sum = (of: (one: TaskOutcome) => number) => outcomes.reduce((total, one) => total + of(one), 0)
  const facts = sum(({ task }) => task.facts.length)
  const found = facts - sum(({ missed }) => missed.length)
  return {
    tasks: outcomes.length,
    facts,
    in_evidence: facts - sum(({ unfound }) => unfound.length),
    evidence: sum(({ evidence }) => evidence),
    found,
    share: round(found / Math.max(1, facts)),
    false: sum(({ lies }) => lies.length),
    false_possible: sum(({ task }) => task.false.length),
    sentences: sum(({ sentences }) => sentences),
    citations: sum(({ citations }) => citations),
    broken_citations: sum(({ broken }) => broken),
    contradictions: sum(({ task }) => task.contradictions.length),
    contradictions_found: sum(({ contradictions }) => contradictions.found),
    contradictions_other: sum(({ contradictions }) => contradictions.others),
    not_done: outcomes.filter(({ state }) => state !== 'done').length,
    issues: sum(({ issues }) => issues.length),
    faults: sum(({ issues }) => issues.filter((key) => key !== 'term_not_covered').length),
    ms: Math.round(sum(({ ms }) => ms)),
  }
}

function lineOf({
  task,
  state,
  unfound,
  missed,
  evidence,
  lies,
  sentences,
  citations,
  broken,
  issues,
  contradictions,
}: TaskOutcome): string {
  const all = task.facts.length
  const facts = `${all - missed.length}/${all} facts, ${all - unfound.length} in ${evidence} passages`
  const where = (id: string) => (unfound.includes(id) ? 'not found' : 'not written')
  const lacking = task.facts
    .filter(({ id }) => missed.includes(id))
    .map(({ id, document, quote }) => `  ${id} ${where(id)}: ${document}: ${quote}`)
  const counts = `${sentences} sentences, ${citations} citations (${broken} broken), ${JSON.stringify(contradictions)}`
  return [
    `${task.id} ${state}: ${facts}, ${counts}, false: ${lies.join(' ') || 'none'}, ${issues.join(' ')}`,
    ...lacking,
  ].join('\n')
}
