import type { Language } from '@engine/text/language'
import type { LibraryFacts, SystemTopic } from '../turn'

type Documents = ReturnType<LibraryFacts['documents']>
type Template = (documents: Documents) => string

const named = 20

const listed = (documents: Documents) =>
  documents
    .slice(0, named)
    .map(({ title, name }) => `- ${title === name ? name : `${title} (${name})`}`)
    .join('\n')

const english: Record<SystemTopic, Template> = {
  greeting: (documents) =>
    documents.length > 0
      ? `Hello. I answer from the ${documents.length} documents you have added. What would you like to know?`
      : 'Hello. I answer from your documents, and none have been added yet. Add some and ask away.',
  thanks: () => 'You are welcome.',
  farewell: () => 'Goodbye. Everything stays on this machine.',
  identity: () =>
    'I am Cairn. I answer questions from your own documents, on this machine, and cite the passage behind every sentence.',
  help: (documents) =>
    `Ask a question about your documents in English or Chinese. I search them, answer in their own words, and number the source of every sentence. I can also tell you which documents I have: ${documents.length} at the moment. When they hold no answer I say so.`,
  library: (documents) => {
    if (documents.length === 0) return 'No documents have been added yet.'
    const more = documents.length > named ? `\n\nThe first ${named} of ${documents.length} are shown.` : ''
    return `${documents.length} documents are ready to be asked:\n\n${listed(documents)}${more}`
  },
}

const chinese: Record<SystemTopic, Template> = {
  greeting: (documents) =>
    documents.length > 0
      ? `您好。我根据您添加的 ${documents.length} 份文档回答问题。您想了解什么？`
      : '您好。我根据您的文档回答问题，目前还没有添加任何文档。请先添加文档再提问。',
  thanks: () => '不客气。',
  farewell: () => '再见。所有内容都留在这台电脑上。',
  identity: () => '我是 Cairn。我在这台电脑上根据您自己的文档回答问题，每一句话都标明出处。',
  help: (documents) =>
    `请用中文或英文就您的文档提问。我会检索文档，用原文回答，并为每一句话标注来源编号。我也可以告诉您已有哪些文档：目前有 ${documents.length} 份。如果文档中没有答案，我会直接说明。`,
  library: (documents) => {
    if (documents.length === 0) return '目前还没有添加任何文档。'
    const more = documents.length > named ? `\n\n这里列出了 ${documents.length} 份中的前 ${named} 份。` : ''
    return `共有 ${documents.length} 份文档可供提问：\n\n${listed(documents)}${more}`
  },
}

/** What shortcut B says: fixed sentences around facts that are true at this moment. */
export const systemAnswers: Record<Language, Record<SystemTopic, Template>> = { en: english, zh: chinese }
