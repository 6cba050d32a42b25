import type { ToolQuestion, ToolReading } from '../../tool'
import { mentions, readMention } from '../../consent/mention'
import type { JsonObject } from '../listing/clean-schema'
import { plainLabel } from '../listing/plain-label'
import type { ListedTool } from '../listing/read-tools'
import { askWords } from './external-words'
import { propertiesOf, readArguments, requiredOf } from './read-arguments'

const mostChoices = 6

/**
 * Reads a question as a call of a listed tool; null unless it begins with a mention of it. What a call still needs is asked for: of the first
 * server that has a tool of a name that several have, which one is meant.
 */
export function readCall(
  question: ToolQuestion,
  { info, input }: ListedTool,
  serversWith: (tool: string) => readonly string[],
): ToolReading<JsonObject> | null {
  const mention = readMention(question.text)
  if (!mention || !mentions(mention, { server: info.server, tool: info.name })) return null
  if (mention.server === undefined) {
    const servers = serversWith(info.name)
    if (servers.length > 1)
      return servers[0] === info.server ? whichServer(question, info.name, servers, mention.rest) : null
  }
  const words = askWords[question.language]
  const read = readArguments(mention.rest, input)
  const properties = propertiesOf(input)
  const missing = (argument: string, ask: string): ToolReading<JsonObject> => {
    const choices = choicesOf(properties.get(argument) ?? {}).map((choice) => ({
      label: choice,
      question: [info.mention, without(argument, mention.rest), `${argument}=${choice}`].filter(Boolean).join(' '),
    }))
    return { is: 'missing', argument, ask, choices, confidence: 1 }
  }
  if (read.is === 'no json') return missing(requiredOf(input)[0] ?? 'arguments', words.noJson(info.name))
  if (read.is === 'wrong') return missing(read.argument, words.wrong(read.argument, read.type))
  const first = requiredOf(input).find((name) => !Object.hasOwn(read.args, name))
  if (first === undefined) return { is: 'arguments', args: read.args, confidence: 1 }
  const { description } = properties.get(first) ?? {}
  return missing(
    first,
    words.missing(info.name, first, typeof description === 'string' ? plainLabel(description, 120) : ''),
  )
}

function whichServer(
  { language }: ToolQuestion,
  tool: string,
  servers: readonly string[],
  rest: string,
): ToolReading<JsonObject> {
  const choices = servers.slice(0, mostChoices).map((server) => ({
    label: server,
    question: `@${server}/${tool} ${rest}`.trim(),
  }))
  return { is: 'missing', argument: 'server', ask: askWords[language].whichServer(tool), choices, confidence: 1 }
}

function choicesOf({ enum: given, type }: JsonObject): string[] {
  if (type === 'boolean') return ['true', 'false']
  if (!Array.isArray(given) || given.length > mostChoices) return []
  return given
    .filter((one): one is string => typeof one === 'string')
    .map((one) => (/\s/u.test(one) ? `"${one}"` : one))
}

/** The words without the value that was wrong, if they are named values at all. */
function without(argument: string, words: string): string {
  if (!/[=:：＝]/u.test(words)) return ''
  const at = words
    .toLowerCase()
    .search(new RegExp(String.raw`(?<=^|[\s,，;；])${argument.toLowerCase().replace(/\W/gu, '.')}\s*[=:：＝]`, 'u'))
  return at === -1 ? words : words.slice(0, at).trim()
}
