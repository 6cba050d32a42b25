import type { CairnError, ErrorCode } from '@shared/errors'
import { failureWords, ToolFailure } from '../../tool-failure'

/** What happened and what to do next. */
type Sentences = readonly [string, string]

function failure(code: ErrorCode, en: Sentences, zh: Sentences): ToolFailure {
  return new ToolFailure(code, { en: en[0], zh: zh[0] }, { en: en[1], zh: zh[1] })
}

const tryAgain = { en: 'Try again.', zh: '请重试。' }
const without = { en: 'Try again, or ask without this tool.', zh: '请重试，或不使用此工具提问。' }

export function answerTooLarge(bytes: number): ToolFailure {
  const size = Math.round(bytes / 1024 / 1024)
  return failure(
    'TOOL_FAILED',
    [`The server sent more than ${size} MB at once, which was not read.`, 'Ask for less at a time.'],
    [`服务器一次发送了超过 ${size} MB 的内容，未予读取。`, '请一次少要一些内容。'],
  )
}

export function answerUnreadable(): ToolFailure {
  return failure(
    'TOOL_FAILED',
    ['The server sent an answer that is none.', without.en],
    ['服务器的回答无法识别。', without.zh],
  )
}

export function flooded(): ToolFailure {
  return failure(
    'TOOL_FAILED',
    ['The server sent messages without end, so it was stopped.', 'Ask without this tool.'],
    ['服务器不停地发送消息，已被停止。', '请不使用此工具提问。'],
  )
}

export function readsNothing(): ToolFailure {
  return failure(
    'TOOL_FAILED',
    ['The server reads nothing of what it is sent, so it was stopped.', tryAgain.en],
    ['服务器不读取发给它的内容，已被停止。', tryAgain.zh],
  )
}

/** How a server ended, where that is known, with what it said last; the text is clean already. */
export function serverEnded(how: string | null = null, said = ''): ToolFailure {
  const [last, lastZh] = said === '' ? ['', ''] : [` Its last words: ${said}`, `它最后的输出：${said}`]
  return failure(
    'TOOL_FAILED',
    [`The server ended${how === null ? '' : ` (${how})`}.${last}`, 'Look at its log in the settings.'],
    [`服务器已结束${how === null ? '' : `（${how}）`}。${lastZh}`, '请在设置中查看它的日志。'],
  )
}

export function serverStopped(): ToolFailure {
  return failure(
    'CANCELLED',
    ['The server was stopped.', 'Start it again when you want.'],
    ['服务器已停止。', '需要时可重新启动。'],
  )
}

export function serverRefused(said: string): ToolFailure {
  return failure(
    'TOOL_FAILED',
    [`The server refused: ${said}`, 'Look at what it was given.'],
    [`服务器拒绝了：${said}`, '请查看交给它的内容。'],
  )
}

export function serverLate(): ToolFailure {
  return failure(
    'DEADLINE_EXCEEDED',
    ['The server did not answer in time.', tryAgain.en],
    ['服务器未能及时回答。', tryAgain.zh],
  )
}

/** Of a connection that a server over HTTP has forgotten. */
export function connectionForgotten(): ToolFailure {
  return failure(
    'UNREACHABLE',
    ['The server no longer knows this connection.', tryAgain.en],
    ['服务器已不认得这个连接。', tryAgain.zh],
  )
}

export function switchedOff(name: string): ToolFailure {
  return failure(
    'TOOL_UNAVAILABLE',
    [`The server ${name} is switched off.`, 'Switch it on in the settings.'],
    [`服务器 ${name} 已关闭。`, '请在设置中打开它。'],
  )
}

/** `said`: its last words, clean; empty where it said nothing. */
export function notStarted(why: CairnError, said: string): ToolFailure {
  const { words, nextStep } = failureWords(why)
  const [last, lastZh] = said === '' ? ['', ''] : [` Its last words: ${said}`, `它最后的输出：${said}`]
  return failure(
    'TOOL_UNAVAILABLE',
    [`The server could not be started: ${words.en}${last}`, nextStep.en],
    [`服务器无法启动：${words.zh}${lastZh}`, nextStep.zh],
  )
}

export function programFails(how: string): ToolFailure {
  return failure(
    'TOOL_UNAVAILABLE',
    [`The program could not be started: ${how}.`, 'Check its settings.'],
    [`程序无法启动：${how}。`, '请检查它的设置。'],
  )
}

export function noSuchProgram(command: string): ToolFailure {
  return failure(
    'TOOL_UNAVAILABLE',
    [`The program ${command} was not found.`, 'Install it, or write its whole path in the settings of the server.'],
    [`找不到程序 ${command}。`, '请先安装，或在服务器设置中写出完整路径。'],
  )
}

export function isBatchFile(path: string): ToolFailure {
  return failure(
    'TOOL_UNAVAILABLE',
    [
      `${path} is a batch file, which Windows runs through its shell only.`,
      'Write cmd as the command, and /c and the program as its first arguments.',
    ],
    [`${path} 是批处理文件，Windows 只能通过命令行外壳运行。`, '请以 cmd 为命令，并以 /c 和该程序作为最前面的参数。'],
  )
}
