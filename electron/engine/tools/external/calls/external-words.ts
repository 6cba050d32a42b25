import type { Language } from '@engine/text/language'

interface ResultWords {
  readonly from: (server: string) => string
  readonly nothing: (tool: string) => string
  readonly cut: (characters: number) => string
  readonly structuredLeftOut: string
  readonly unknownItem: string
  readonly mediaLeftOut: (type: 'image' | 'audio', kind: string) => string
  readonly fileLeftOut: (uri: string, kind: string) => string
  readonly times: (note: string, count: number) => string
  readonly moreItems: (count: number) => string
}

/** What is said around the result of another program. */
export const resultWords: Readonly<Record<Language, ResultWords>> = {
  en: {
    from: (server) => `This was said by the server ${server}, not by your documents; Cairn cannot check it.`,
    nothing: (tool) => `${tool} ran and gave no text.`,
    cut: (characters) => `The result was longer; only its first ${characters} characters are here.`,
    structuredLeftOut: 'The structured part of the result was too large and was left out.',
    unknownItem: 'A part of the result is of a kind that Cairn does not know and was left out.',
    mediaLeftOut: (type, kind) => `${type === 'image' ? 'A picture' : 'A sound'}${behind(kind)} was left out.`,
    fileLeftOut: (uri, kind) => `A file${behind(kind)} was left out: ${uri}.`,
    times: (note, count) => `${note} (${count} times)`,
    moreItems: (count) => `${count} further parts of the result were left out.`,
  },
  zh: {
    from: (server) => `以上内容来自服务器 ${server}，不是您的文档；Cairn 无法核实。`,
    nothing: (tool) => `${tool} 已运行，没有返回文字。`,
    cut: (characters) => `结果更长，这里只有前 ${characters} 个字符。`,
    structuredLeftOut: '结果的结构化部分过大，已略去。',
    unknownItem: '结果中有一部分属于 Cairn 不认识的类型，已略去。',
    mediaLeftOut: (type, kind) => `略去了一${type === 'image' ? '张图片' : '段音频'}${inBrackets(kind)}。`,
    fileLeftOut: (uri, kind) => `略去了一个文件${inBrackets(kind)}：${uri}。`,
    times: (note, count) => `${note}（${count} 次）`,
    moreItems: (count) => `结果还有 ${count} 个部分已略去。`,
  },
}

interface AskWords {
  readonly missing: (tool: string, argument: string, about: string) => string
  readonly wrong: (argument: string, type: string) => string
  readonly noJson: (tool: string) => string
  readonly whichServer: (tool: string) => string
}

/** How the user is asked for what a call still needs. */
export const askWords: Readonly<Record<Language, AskWords>> = {
  en: {
    missing: (tool, argument, about) => `What should ${tool} take as ${argument}${about === '' ? '' : ` (${about})`}?`,
    wrong: (argument, type) => `${argument} has to be ${type}; what should it be?`,
    noJson: (tool) => `The arguments for ${tool} begin like JSON and are none; how should they be?`,
    whichServer: (tool) => `Several servers have a tool called ${tool}; which one should it be?`,
  },
  zh: {
    missing: (tool, argument, about) => `${tool} 的 ${argument}${about === '' ? '' : `（${about}）`}应该是什么？`,
    wrong: (argument, type) => `${argument} 必须是 ${type}；应该是什么？`,
    noJson: (tool) => `${tool} 的参数看起来像 JSON，但格式不对；应该怎么写？`,
    whichServer: (tool) => `有多个服务器都有名为 ${tool} 的工具，要用哪一个？`,
  },
}

function behind(kind: string): string {
  return kind === '' ? '' : ` (${kind})`
}

function inBrackets(kind: string): string {
  return kind === '' ? '' : `（${kind}）`
}
