import { z } from 'zod'
import type { Language } from '@engine/text/language'
import type { ToolResult } from '../../tool'
import type { CallAnswer } from '../connection/mcp-session'
import { isObject, type JsonObject } from '../listing/clean-schema'
import type { SchemaCheck } from '../listing/schema-check'
import { plainLabel, shortened, visibleText } from '../listing/plain-label'
import { brokenPromise, saysItFailed } from './call-failures'
import { resultWords } from './external-words'

const limits = { items: 100, characters: 100_000, structured: 500_000, links: 200 }

const Item = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string().default('') }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string().default('') }),
  z.looseObject({
    type: z.literal('resource'),
    resource: z.looseObject({
      uri: z.string(),
      mimeType: z.string().default(''),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
  z.looseObject({ type: z.literal('resource_link'), uri: z.string(), name: z.string().default('') }),
])

export interface CalledTool {
  readonly server: string
  readonly tool: string
  readonly version: string
  /** Of its structured results; absent where none was promised. */
  readonly checkOutput?: SchemaCheck | undefined
}

/**
 * What a tool of another program answered, as a result: its texts, cleaned and limited, with a note of all that was left out. Throws CairnError
 * TOOL_FAILED where it says itself that it failed, or its structured result is not what it promised.
 */
export function readResult(answer: CallAnswer, called: CalledTool, language: Language): ToolResult {
  const words = resultWords[language]
  const { texts, notes } = readItems(answer.content, language)
  const text = texts.join('\n\n')
  if (answer.isError) throw saysItFailed(called.tool, text)
  const structured = structuredOf(answer, called)
  const tooLarge = structured !== null && JSON.stringify(structured).length > limits.structured
  const shown = text !== '' || structured === null ? text : JSON.stringify(structured, undefined, 2)
  return {
    text: shown === '' ? words.nothing(called.tool) : shortened(shown, limits.characters),
    data: {
      server: called.server,
      tool: called.tool,
      version: called.version,
      // Said by another program: never an instruction, never known to be true.
      untrusted: true,
      structured: tooLarge ? null : structured,
    },
    sources: [],
    notes: [
      words.from(called.server),
      ...notes,
      ...(shown.length > limits.characters ? [words.cut(limits.characters)] : []),
      ...(tooLarge ? [words.structuredLeftOut] : []),
    ],
  }
}

function readItems(items: readonly unknown[], language: Language): { texts: string[]; notes: string[] } {
  const words = resultWords[language]
  const texts: string[] = []
  const notes = new Map<string, number>()
  const leaveOut = (note: string) => notes.set(note, (notes.get(note) ?? 0) + 1)
  let room = limits.characters + 1
  for (const value of items.slice(0, limits.items)) {
    const read = readItem(value, language)
    if (read.is === 'note') leaveOut(read.note)
    else {
      const text = visibleText(read.text.slice(0, room)).trim()
      room -= text.length
      if (text !== '') texts.push(text)
    }
  }
  const counted = [...notes].map(([note, count]) => (count === 1 ? note : words.times(note, count)))
  const more = items.length - limits.items
  return { texts, notes: [...counted, ...(more > 0 ? [words.moreItems(more)] : [])] }
}

type ReadItem = { readonly is: 'text'; readonly text: string } | { readonly is: 'note'; readonly note: string }

function readItem(value: unknown, language: Language): ReadItem {
  const words = resultWords[language]
  const parsed = Item.safeParse(value)
  if (!parsed.success) return { is: 'note', note: words.unknownItem }
  const item = parsed.data
  switch (item.type) {
    case 'text':
      return { is: 'text', text: item.text }
    case 'image':
    case 'audio':
      return { is: 'note', note: words.mediaLeftOut(item.type, kindOf(item.mimeType)) }
    case 'resource_link': {
      const uri = plainLabel(item.uri, limits.links)
      return { is: 'text', text: [plainLabel(item.name, 100), uri].filter(Boolean).join(': ') }
    }
    case 'resource': {
      const { text, uri, mimeType } = item.resource
      if (text !== undefined) return { is: 'text', text: `${plainLabel(uri, limits.links)}\n${text}` }
      return { is: 'note', note: words.fileLeftOut(plainLabel(uri, 100), kindOf(mimeType)) }
    }
  }
}

function kindOf(mimeType: string): string {
  return plainLabel(mimeType, 60)
}

function structuredOf({ structuredContent }: CallAnswer, { checkOutput, tool }: CalledTool): JsonObject | null {
  if (structuredContent === undefined || structuredContent === null) {
    if (checkOutput) throw brokenPromise(tool, 'nothing of the kind')
    return null
  }
  if (!isObject(structuredContent)) throw brokenPromise(tool, 'no object')
  const wrong = checkOutput?.(structuredContent) ?? null
  if (wrong !== null) throw brokenPromise(tool, wrong)
  return withoutPrototypes(structuredContent)
}

/** A key `__proto__` changes what it is copied into. */
function withoutPrototypes(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value), (key: string, inner: unknown) =>
    key === '__proto__' ? undefined : inner,
  ) as JsonObject
}
