import { toCairnError } from '@shared/errors'
import { ToolFailure } from '../../tool-failure'

const words = '在这台电脑上不能查询表格：Cairn 用来计算表格的部分无法加载。'
const nextStep = '请重新安装 Cairn，或者在文档中查看数字。'

/**
 * For a catalogue that cannot make its tables ready: a machine without the native module, said in both languages, because the thread that needs
 * it tells only the English. Rethrows all else.
 */
export function inBothLanguages(thrown: unknown): never {
  const { code, message, action } = toCairnError(thrown)
  if (code !== 'TOOL_UNAVAILABLE') throw thrown
  throw new ToolFailure(code, { en: message, zh: words }, { en: action, zh: nextStep }, { cause: thrown })
}
