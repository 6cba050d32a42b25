import { z } from 'zod'
import type { ExternalToolInfo, ToolServerConfig } from '@shared/tools/tool-server-shapes'
import type { Bilingual } from '../../tool'
import { fingerprintOf } from '../../consent/fingerprint'
import { cleanSchema, isObject, type JsonObject } from './clean-schema'
import { plainLabel } from './plain-label'
import { lazyCheck, type SchemaCheck } from './schema-check'

/** At most this many tools of a server are offered. */
const mostTools = 200
const mostNamed = 50
const longest = { title: 100, description: 2000 }
const fitName = /^[A-Za-z0-9_](?:[A-Za-z0-9._/-]{0,126}[A-Za-z0-9_-])?$/u

const Given = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
      openWorldHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  execution: z.looseObject({ taskSupport: z.unknown() }).optional().catch(undefined),
})

const unfit = {
  tooMany: { en: `a server may have ${mostTools} tools`, zh: `一个服务器最多 ${mostTools} 个工具` },
  noTool: { en: 'it is not described as a tool', zh: '它的描述不是工具' },
  badName: { en: 'its name cannot be written in a question', zh: '它的名称无法写进问题' },
  takenName: { en: 'another tool has its name', zh: '另一个工具用了这个名称' },
  taskOnly: {
    en: 'it runs as a task only, which Cairn does not do',
    zh: '它只能作为任务运行，Cairn 不支持',
  },
} satisfies Record<string, Bilingual>

/** A tool of another program as it may be offered. */
export interface ListedTool {
  readonly info: ExternalToolInfo
  readonly input: JsonObject
  /** Of its arguments. Throws CairnError TOOL_FAILED where its schema is none. */
  readonly checkInput: () => SchemaCheck
  /** Of its structured results, as `checkInput`; absent where the server promises nothing. */
  readonly checkOutput?: () => SchemaCheck
}

export interface ListedTools {
  /** By name. */
  readonly tools: ReadonlyMap<string, ListedTool>
  readonly leftOut: readonly { readonly name: string; readonly why: Bilingual }[]
  /** Further ones, without their names. */
  readonly leftOutMore: number
}

/** Reads what a server lists: cleaned, limited, each tool on its own, so that a bad one costs no other. Never throws. */
export function readTools(listed: readonly unknown[], config: ToolServerConfig): ListedTools {
  const tools = new Map<string, ListedTool>()
  const taken = new Set<string>()
  const leftOut: { name: string; why: Bilingual }[] = []
  let leftOutMore = 0
  for (const value of listed) {
    const read = tools.size < mostTools ? readTool(value, config, taken) : unfit.tooMany
    if ('info' in read) {
      tools.set(read.info.name, read)
      taken.add(read.info.name.toLowerCase())
    } else if (leftOut.length < mostNamed) leftOut.push({ name: nameOf(value), why: read })
    else leftOutMore += 1
  }
  return { tools, leftOut, leftOutMore }
}

/** Words say why it is not offered. */
function readTool(value: unknown, config: ToolServerConfig, taken: ReadonlySet<string>): ListedTool | Bilingual {
  const given = Given.safeParse(value)
  if (!given.success) return unfit.noTool
  const { name, inputSchema, outputSchema, execution } = given.data
  if (!fitName.test(name)) return unfit.badName
  if (taken.has(name.toLowerCase())) return unfit.takenName
  if (execution?.taskSupport === 'required') return unfit.taskOnly
  const input = cleanSchema(inputSchema)
  if ('unfit' in input) return input.unfit
  const output = outputSchema === undefined ? undefined : cleanSchema(outputSchema)
  if (output && 'unfit' in output) {
    return { en: `of its results, ${output.unfit.en}`, zh: `它的结果：${output.unfit.zh}` }
  }
  const info = infoOf(given.data, input.schema, config)
  const checkInput = lazyCheck(input.schema, { en: `The arguments of ${name}`, zh: `${name} 的参数` })
  return {
    info,
    input: input.schema,
    checkInput,
    ...(output && { checkOutput: lazyCheck(output.schema, { en: `The results of ${name}`, zh: `${name} 的结果` }) }),
  }
}

function infoOf(given: z.infer<typeof Given>, input: JsonObject, config: ToolServerConfig): ExternalToolInfo {
  const { name, title, description, annotations } = given
  return {
    server: config.name,
    name,
    title: plainLabel(title ?? annotations?.title ?? name, longest.title) || name,
    description: plainLabel(description ?? '', longest.description),
    mention: `@${config.name}/${name}`,
    arguments: { ...input },
    hints: {
      read_only: annotations?.readOnlyHint ?? null,
      destructive: annotations?.destructiveHint ?? null,
      open_world: annotations?.openWorldHint ?? null,
    },
    fingerprint: fingerprintOf([sourceOf(config), pick(given)]),
  }
}

/** Everything that is said of a tool, as it was said: also what is not shown may not change unnoticed. */
function pick({ name, title, description, inputSchema, outputSchema, annotations }: z.infer<typeof Given>): unknown[] {
  return [name, title ?? null, description ?? null, inputSchema, outputSchema ?? null, annotations ?? null]
}

/** Another program under the same name is not what was consented to. */
function sourceOf(config: ToolServerConfig): unknown[] {
  return config.type === 'http' ? ['http', config.url] : ['stdio', config.command, config.args, config.cwd ?? null]
}

function nameOf(value: unknown): string {
  return isObject(value) && typeof value['name'] === 'string' ? plainLabel(value['name'], 60) : ''
}
