import { plainLabel } from '../listing/plain-label'
import { ToolFailure } from '../../tool-failure'

const otherwise = { en: 'Ask without it, or tell its makers.', zh: '请不使用它提问，或告知其开发者。' }

/** `wrong`: what the validator says, in English. */
export function argumentsUnfit(tool: string, wrong: string): ToolFailure {
  return new ToolFailure(
    'INVALID_INPUT',
    { en: `${tool} does not take these arguments: ${wrong}.`, zh: `${tool} 不接受这些参数：${wrong}。` },
    { en: 'Change them and try again.', zh: '请修改后重试。' },
  )
}

export function forbiddenArgument(name: string): ToolFailure {
  return new ToolFailure(
    'INVALID_INPUT',
    { en: `No argument may be called ${name}.`, zh: `参数不能叫 ${name}。` },
    { en: 'Leave it out.', zh: '请去掉它。' },
  )
}

export function toolGone(server: string, tool: string): ToolFailure {
  return new ToolFailure(
    'TOOL_UNAVAILABLE',
    { en: `${server} no longer has a tool called ${tool}.`, zh: `${server} 已没有名为 ${tool} 的工具。` },
    { en: 'Look at its tools in the settings.', zh: '请在设置中查看它的工具。' },
  )
}

/** Between a consent and the call the server has described the tool anew. */
export function toolChanged(server: string, tool: string): ToolFailure {
  return new ToolFailure(
    'CONSENT_NEEDED',
    {
      en: `${tool} of ${server} has changed since you allowed it.`,
      zh: `您允许之后，${server} 的 ${tool} 发生了变化。`,
    },
    { en: 'Look at it again, then allow it or not.', zh: '请重新查看，再决定是否允许。' },
  )
}

/** `said`: by the tool, as it came. */
export function saysItFailed(tool: string, said: string): ToolFailure {
  const words = plainLabel(said, 500)
  const why =
    words === ''
      ? { en: `${tool} says that it failed, and not why.`, zh: `${tool} 表示失败，但没有说明原因。` }
      : { en: `${tool} says: ${words}`, zh: `${tool} 表示：${words}` }
  return new ToolFailure('TOOL_FAILED', why, {
    en: 'Change what it is given, or ask without it.',
    zh: '请修改交给它的内容，或不使用它提问。',
  })
}

/** A structured result that is not what its schema says; `what` in English. */
export function brokenPromise(tool: string, what: string): ToolFailure {
  return new ToolFailure(
    'TOOL_FAILED',
    {
      en: `${tool} promises results of a certain form and gave another: ${what}. Its result was not used.`,
      zh: `${tool} 的结果与它声明的格式不符（${what}），未予采用。`,
    },
    otherwise,
  )
}
