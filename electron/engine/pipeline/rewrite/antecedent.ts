import type { PastTurn } from '../turn'
import { listedIn, namedTogether } from './listed'
import { type Gender, peopleIn } from './people'
import { findReference, type Reference, topicOf } from './references'

const turnsRemembered = 3

/**
 * What a reference stands for by the last three turns, newest first: for "she" a person, for 第二个 what was listed, for
 * "there" a place, for "it" what a question or its answer was about. Empty where nothing fits.
 */
export function recentTopic(history: readonly PastTurn[], { kind, surface }: Reference): string {
  const recent = history.slice(-turnsRemembered).toReversed()
  if (kind === 'subject') return firstOf(recent, subjectLeftOut)
  if (kind === 'counted') return firstOf(recent, countedBefore)
  const place = placeInList(surface)
  if (comparative.test(surface) && place === null) return firstOf(recent, (turn) => comparedOf(turn, surface))
  const named = firstOf(recent, (turn) =>
    place === null ? byPronoun(surface, turn) : (listedOf(turn, surface).at(place) ?? ''),
  )
  // Nothing of the right kind was named: then what was talked about last.
  return named || firstOf(recent, ({ question }) => subjectTopic(question))
}

function firstOf(turns: readonly PastTurn[], topicIn: (turn: PastTurn) => string): string {
  return turns.map(topicIn).find((topic) => topic !== '') ?? ''
}

/** 现任主席是谁？ leads to who answers it; any other question to what it was about. */
function subjectLeftOut(turn: PastTurn): string {
  const asksForPerson = /是谁[？?]?$|^谁是/u.test(turn.question.trim())
  const person = asksForPerson ? peopleIn(withoutMarks(turn.answer))[0]?.name : undefined
  return person ?? (nameAnswered(turn) || subjectTopic(turn.question))
}

const countedWords = /\bhow many\s+((?:[a-z-]+\s){0,2}?(?:[a-z-]+s|people|children|women|men))\b/iu
const ownedWords = /\b(?:of|for)\s+(?:the\s+|all\s+)?((?:[a-z-]+\s)?[a-z-]{2,}s)\b/u

/** The things a question counts, asks for or asks something of, with the place it names: "households in Fresno", "bananas". */
function countedBefore({ question }: PastTurn): string {
  const things = countedWords.exec(question) ?? kindAsked.exec(question) ?? ownedWords.exec(question)
  if (!things?.[1]) return ''
  const place = /\b(?:in|at)\s+\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/u.exec(question)?.[0]
  return place ? `${things[1]} ${place}` : things[1]
}

const comparative = /^the (?:(?:(?:more|less|most|least) )?\p{L}+) (?:one|of the two|of them)$/iu

/** "The older one" of what was named or listed together, by names where there are some: "the older of A and B". */
function comparedOf(turn: PastTurn, surface: string): string {
  const together = listedOf(turn, 'former')
  const degree = surface.replace(/ (?:one|of the two|of them)$/iu, '')
  return together.length > 1 ? `${degree} of ${joined(together.slice(0, 4))}` : ''
}

function byPronoun(surface: string, turn: PastTurn): string {
  const gender = genderOf(surface)
  if (gender) return personOf(turn, gender)
  if (plural.test(surface)) return pluralOf(turn)
  if (/^there$|^那[里儿]$/u.test(surface)) return placeOf(turn)
  return thingOf(turn)
}

const plural = /^(?:they|them|theirs?|these|those|[它他她]们的?)$/iu

function genderOf(surface: string): Gender | null {
  if (/^(?:he|him|his|他的?)$/iu.test(surface)) return 'male'
  return /^(?:she|hers?|她的?)$/iu.test(surface) ? 'female' : null
}

const ordinals: readonly (readonly [RegExp, number])[] = [
  [/former|first|前者|第一/iu, 0],
  [/latter|后者|second|第二/iu, 1],
  [/third|第三/iu, 2],
  [/fourth|第四/iu, 3],
  [/fifth|第五/iu, 4],
  [/last|最后/iu, -1],
]

function placeInList(surface: string): number | null {
  return ordinals.find(([pattern]) => pattern.test(surface))?.[1] ?? null
}

/** "The former" is of two that were named together; "the second one" rather of what an answer listed. */
function listedOf({ question, answer }: PastTurn, surface: string): string[] {
  const together = namedTogether(question)
  const listed = listedIn(answer.slice(0, maxAnswerLength))
  const pairFirst = /former|latter|[前后]者/iu.test(surface)
  const [first, second] = pairFirst ? [together, listed] : [listed, together]
  return first.length > 1 ? first : second
}

/** A question for a person is answered by one; otherwise the one asked about comes first. */
function personOf({ question, answer }: PastTurn, gender: Gender): string {
  const asked = peopleIn(question)
  const told = peopleIn(withoutMarks(answer)).filter(({ name }) => !asked.some((other) => other.name.includes(name)))
  const asksWho = /\bwho(?:m|se)?\b|谁|哪位/iu.test(question)
  const people = (asksWho ? [...told, ...asked] : [...asked, ...told]).filter(
    (person) => person.gender === null || person.gender === gender,
  )
  return (people.find((person) => person.gender === gender) ?? people[0])?.name ?? ''
}

/** "Which sensors …", 有哪些传感器: what is asked for is what they are. */
const kindAsked =
  /^(?:and\s+)?(?:which|what)\s+((?:[a-z-]+\s)?[a-z-]+s)\s+(?:do|does|did|are|were|can|has|have|is|will|should)\b|(?:哪些|哪几[个种])([\p{Script=Han}]{2,10}?)(?:[？?，]|$)/iu

function pluralOf(turn: PastTurn): string {
  const { question, answer } = turn
  const together = namedTogether(question)
  if (together.length > 1) return joined(together)
  const kind = kindAsked.exec(question)
  const counted = countedWords.test(question) ? `the ${countedBefore(turn)}` : null
  const topic = kind?.[1] ?? kind?.[2] ?? counted ?? subjectTopic(question)
  if (topic) return topic
  const listed = listedIn(answer.slice(0, maxAnswerLength))
  return listed.length > 1 ? joined(listed.slice(0, 4)) : ''
}

function joined(names: readonly string[]): string {
  const [last = '', ...rest] = names.toReversed()
  const isChinese = /\p{Script=Han}/u.test(last)
  return `${rest.toReversed().join(isChinese ? '、' : ', ')}${isChinese ? '和' : ' and '}${last}`
}

const inPlace = /\b(?:in|at|near|to|from|of)\s+((?:the\s+)?\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/u
const inChinesePlace =
  /(?:位于|坐落于|在|到|去|前往)([\p{Script=Han}]{2,8}?)(?=的|有|工作|生活|举行|，|。|是|需要|怎么|$)/u

function placeOf(turn: PastTurn): string {
  const { question, answer } = turn
  const answered = nameAnswered(turn)
  if (answered) return answered
  const asksWhere = /\bwhere\b|哪里|哪儿|什么地方/iu.test(question)
  const texts = asksWhere ? [withoutMarks(answer), question] : [question, withoutMarks(answer)]
  const named = texts.map((text) => (inPlace.exec(text) ?? inChinesePlace.exec(text))?.[1] ?? '')
  return named.find((name) => name !== '' && !/什么|哪/u.test(name)) ?? subjectTopic(question)
}

/** What the question was about unless that is a person; then what its answer names. */
function thingOf(turn: PastTurn): string {
  const answered = nameAnswered(turn) || ownedThing(turn.question)
  if (answered) return answered
  const topic = subjectTopic(turn.question)
  const isPerson = peopleIn(turn.question).some(({ name }) => name.includes(topic) || topic.includes(name))
  if (topic && !isPerson) return topic
  return isPerson
    ? thingIn(
        withoutMarks(turn.answer),
        peopleIn(turn.answer).map(({ name }) => name),
      )
    : ''
}

const maxQuestionLength = 300
/** The owner is the whole subject: "When does Reliance hold its annual meeting?" */
const owned =
  /^\p{L}+(?: \p{L}+)? (?:do|does|did|will|has|have|had) (\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*){0,4})(?: \p{Ll}+){1,3} its ((?:[\p{L}\d-]+ ){0,4}?[\p{L}\d-]+)(?=\s*[?.!]*$| (?:in|on|at|for|to|from|with|by|last|this|next)\b)/u

/** What is asked about then is not the owner but what it has. */
function ownedThing(question: string): string {
  const [, owner, what] = question.length > maxQuestionLength ? [] : (owned.exec(question.trim()) ?? [])
  return owner && what ? `${owner}'s ${what}` : ''
}

const thing =
  /[“"「《]([^”"」》]{2,60})[”"」》]|\b([A-Z]{2,}[-_]?\d+)\b|\b(?:the|an?)\s+((?:\p{Lu}[\p{L}\d-]*\s?)+)|\b(?:the|an?)\s+((?:[\p{L}\d-]+\s+){0,2}[\p{L}\d-]+?)(?=\s+(?:is|are|was|were|of|in|on|at|for|since|that|which|and|by|with)\b|[.,;]|$)/gu

function thingIn(answer: string, people: readonly string[]): string {
  for (const match of answer.matchAll(thing)) {
    const name = match.slice(1).find(Boolean)?.trim() ?? ''
    if (name && !people.some((person) => person.includes(name))) return name
  }
  return ''
}

const asksForName =
  /^(?:and\s+)?(?:(?:what|which)\s+(?:is|was|are|were)\s+the\s+.+\s(?:in|of|on|for)\s+.+|which\s+\p{L}+\s+.+)/iu
const asksForChineseName =
  /^哪[个家座条位款种本]|的[^，。的]{1,10}(?:是|在)(?:哪[里儿个家座条位款种本][^，。]{0,6}|什么)[？?]?$/u
const startsWithName = /^((?:\p{Lu}[\p{L}\d'’-]*)(?:\s+(?:of\s+)?\p{Lu}?[\p{Lu}\d][\p{L}\d'’-]*)*)(?=\s+\p{Ll}|[.!]?$)/u
const startsWithChineseName = /^(?!一)([\p{Script=Han}\p{L}·]{2,12}?)(?=是|为|于|在|。|$)/u
const notNames = /^(?:The|It|They|He|She|This|That|There|Yes|No|In|At|On|A|An)$/u

/** "What is the capital of France?", "Paris is …": the answer names what is talked about from then on. */
function nameAnswered({ question, answer }: PastTurn): string {
  const text = withoutMarks(answer).trim()
  const isAsked = /\p{Script=Han}/u.test(question) ? asksForChineseName.test(question) : asksForName.test(question)
  const name = isAsked ? ((startsWithName.exec(text) ?? startsWithChineseName.exec(text))?.[1] ?? '') : ''
  return name === '' || notNames.test(name) || question.includes(name) || isPersonName(name, text) ? '' : name
}

function isPersonName(name: string, text: string): boolean {
  return peopleIn(text).some((person) => person.name === name && person.gender !== null)
}

function subjectTopic(question: string): string {
  return findReference(question) ? '' : topicOf(question)
}

/** An answer's beginning says what it is about. */
const maxAnswerLength = 4000

function withoutMarks(answer: string): string {
  return answer.slice(0, maxAnswerLength).replace(/\s*\[\d+\]/gu, '')
}
