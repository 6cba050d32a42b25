import type { EntityType } from '@shared/graph'
import fitted from '@resources/graph/name-worth.json'
import type { MentionRow } from '../../share/graph-share'
import type { Candidate, Sign } from '../name-candidates'
import type { PassageParts } from '../passage-parts'
import type { TypeRules } from '../sentences/type-rules'
import { LineSenses } from './line-sense'
import { formOf } from './name-form'
import { placeSenseOf } from './place-sense'

/** What a name is judged by, each from 0 to 1. */
export type NameEvidence = Readonly<Record<keyof typeof fitted.weights, number>>

/** A name of a document, with all its places there. */
export interface JudgedName {
  readonly candidate: Candidate
  /** As the document mostly writes it. */
  readonly surface: string
  readonly type: EntityType | undefined
}

/** What all names of a document are judged with. */
export interface WorthSource {
  readonly parts: readonly PassageParts[]
  /** Words that the document writes small. */
  readonly words: ReadonlySet<string>
  readonly types: TypeRules
}

/** Over all places of a name. */
interface PlaceSums {
  mentions: number
  sentences: number
  repeated: number
  definite: number
  indefinite: number
  beforeOf: number
  bracketed: number
}

const bearers: ReadonlySet<EntityType> = new Set<EntityType>(['person', 'organisation', 'place', 'event'])
const besides = ['definite', 'indefinite', 'beforeOf', 'bracketed'] as const
const weights = Object.entries(fitted.weights) as [keyof NameEvidence, number][]

/**
 * How likely each name is one that somebody would look for, 0 to 1: a logistic regression over `NameEvidence`, fitted on names that
 * were judged by hand (docs/quality.md). `rows` are the places of names in reading order, `candidates` what each of these names is.
 */
export class NameWorth {
  readonly #sums = new Map<Candidate, PlaceSums>()

  constructor(
    private readonly source: WorthSource,
    rows: readonly MentionRow[],
    candidates: readonly (Candidate | undefined)[],
  ) {
    const lines = new LineSenses(source.parts)
    for (const [name, passage, start, end] of rows) {
      const candidate = candidates[name]
      if (!candidate) continue
      const sums = this.#sums.get(candidate) ?? noPlaces()
      this.#sums.set(candidate, sums)
      const { grammar, isRepeated } = lines.at(passage, start)
      const place = placeSenseOf(source.parts[passage]?.plain.text ?? '', start, end)
      sums.mentions += 1
      sums.sentences += grammar
      sums.repeated += Number(isRepeated)
      for (const key of besides) sums[key] += place[key]
    }
  }

  of(name: JudgedName): number {
    return worthOf(this.evidence(name))
  }

  evidence({ candidate, surface, type }: JudgedName): NameEvidence {
    const sums = this.#sums.get(candidate) ?? noPlaces()
    const share = (key: Exclude<keyof PlaceSums, 'mentions'>) => sums[key] / Math.max(1, sums.mentions)
    // Whole, though not all of it counts: leaving members out of a copy takes longer than all the rest here.
    const form = formOf(surface)
    const signs = signsOf(candidate)
    const { types, words } = this.source
    const isBearer = type !== undefined && bearers.has(type) && form.small === 0
    const lower = surface.toLowerCase()
    return {
      ...form,
      ...signs,
      sentences: share('sentences'),
      repeated: share('repeated'),
      definite: share('definite'),
      indefinite: share('indefinite'),
      beforeOf: share('beforeOf'),
      bracketed: share('bracketed'),
      lettersInSentences: form.letters * share('sentences'),
      commonAlone: signs.common * form.single,
      writtenSmall: Number(words.has(candidate.key)),
      bearer: Number(isBearer),
      typed: Number(type !== undefined && !isBearer),
      kind: Number(types.isHead(lower) || types.isBareBody(lower)),
    }
  }
}

function noPlaces(): PlaceSums {
  return { mentions: 0, sentences: 0, repeated: 0, definite: 0, indefinite: 0, beforeOf: 0, bracketed: 0 }
}

function worthOf(evidence: NameEvidence): number {
  let sum = fitted.constant
  for (const [key, weight] of weights) sum += weight * evidence[key]
  return 1 / (1 + Math.exp(-sum))
}

function signsOf({ signs }: Candidate) {
  const times = (sign: Sign) => signs.get(sign) ?? 0
  const all = Math.max(1, times('proper') + times('maybeProper') + times('common'))
  return {
    proper: times('proper') / all,
    common: times('common') / all,
    heading: Number(signs.has('heading')),
    defined: Number(signs.has('defined')),
  }
}
