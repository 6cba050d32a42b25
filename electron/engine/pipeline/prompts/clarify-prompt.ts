import type { Language } from '@engine/text/language'
import { type JsonPrompt, objectSchema } from '../model-calls/ask-model'
import { neutral } from './neutral'

const schema = objectSchema({ message: { type: 'string' } })

const systems: Record<Language, string> = {
  en: 'A question to the user’s documents is unclear. Ask back what is meant, in one short and friendly English sentence. Do not answer it, and do not list the readings: they are shown below your sentence. Reply with JSON: {"message": "…"}.',
  zh: '用户向其文档提出的问题不够清楚。请用一句简短友好的中文反问其含义。不要回答问题，也不要列出各种理解：它们会显示在你的句子下方。以 JSON 回复：{"message": "…"}。',
}

/** `readings` are the labels that will be shown below what is asked. */
export function clarifyPrompt(question: string, readings: readonly string[], language: Language): JsonPrompt {
  const [asked, listed] = language === 'zh' ? ['问题：', '可能的理解：'] : ['Question:', 'Readings:']
  const lines = readings.map((label) => `- ${neutral(label)}`)
  const content = [`${asked} ${neutral(question)}`, ...(lines.length > 0 ? [`${listed}\n${lines.join('\n')}`] : [])]
  return { schema, system: systems[language], content: content.join('\n\n') }
}
