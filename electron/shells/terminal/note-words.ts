import { fillIn, type Note, type NoteKey, noteText } from '@shared/note'
import type { Say } from './words'

/** The engine's notes in Chinese; their English is in `shared/note.ts`. */
export const chineseNotes: Readonly<Record<NoteKey, string>> = {
  new_session: '新会话',
  turns: '{count} 轮对话',
  summary_rolled: '已更新摘要',
  as_asked: '按原问题检索',
  queries: '{count} 条查询',
  topic_documents: '关于文档内容',
  topic_tool: '交给工具 {name}',
  topic_greeting: '问候',
  topic_thanks: '致谢',
  topic_farewell: '道别',
  topic_identity: 'Cairn 是什么',
  topic_help: 'Cairn 能做什么',
  topic_library: '资料库中有什么',
  confidence: '置信度 {confidence}',
  clear: '问题明确',
  asking_back_off: '反问已关闭',
  searching_anyway: '直接检索',
  refers_to_nothing: '“{word}”在这段对话中没有所指',
  unsure: '置信度 {confidence} 低于 {least}',
  close_call: '领先 {lead}，低于 {least}',
  needs_documents: '需要查阅文档',
  about_cairn: '关于 Cairn 本身',
  passages: '{count} 个段落中取 {kept} 个',
  nothing_relevant: '没有段落达到相关性下限',
  vector_search_late: '向量检索超过了 {ms} 毫秒',
  vector_search_failed: '向量检索出错：{message}',
  text_search_late: '全文检索超过了 {ms} 毫秒',
  text_search_failed: '全文检索出错：{message}',
  every_search_failed: '所有检索都失败了',
  blocks: '{count} 个上下文块中取 {kept} 个，共 {tokens} 个 token',
  sources: '{count} 个来源',
  suggestions_late: '没有追问建议：超过了 {ms} 毫秒',
  suggestions_failed: '没有追问建议：{message}',
  searched_wider: '扩大检索后作答',
  wider_search_failed: '未能扩大检索：{message}',
  check_failed: '回答未经核对：{message}',
  number_missing: '来源 {number} 中没有“{value}”',
  unit_differs: '来源 {number} 中“{value}”的单位不同',
  name_missing: '来源 {number} 中没有“{name}”',
  says_otherwise: '来源 {number} 说的是“{found}”，不是“{word}”',
  negation_differs: '这句话与来源 {number} 一方有否定、一方没有：“{words}”',
  added_words: '来源 {number} 中没有“{words}”',
  little_support: '来源 {number} 几乎没有提到这一点',
  some_support: '来源 {number} 只说到其中一部分',
  other_language: '来源 {number} 使用另一种语言，无法逐词比较',
  other_source: '这是来源 {other} 说的，不是来源 {number}',
  no_citation: '这句话没有标明来源',
  unknown_source: '没有编号为 {number} 的来源',
  sources_disagree: '来源 {one} 与来源 {other} 不一致：“{first}”和“{second}”',
  question_uncovered: '没有谈到{terms}',
  shortcut_a: '捷径 A',
  shortcut_b: '捷径 B',
  shortcut_c: '捷径 C',
  search_failed: '检索失败',
  late: '超过了 {ms} 毫秒的时限',
  cancelled: '已取消',
  disk_full: '磁盘已满',
  not_permitted: 'Cairn 无权读写该位置',
  file_gone: '文件已不存在',
  failed: '出错：{message}',
  document_lines_damaged: 'documents.jsonl：{count} 行已损坏，已跳过',
  chunks_missing: '文档 {id}：{count} 个片段中只有 {found} 个在检索表里，请重新建立索引',
  chunks_unused: '文档 {id}：检索表中有它的片段，但它不可检索',
  chunk_changed: '片段 {id}：磁盘上的文本已改变',
  object_missing: '文档 {id}：保存的对象 {address} 不见了',
  object_changed: '文档 {id}：保存的对象 {address} 与校验值不符',
  object_unreadable: '文档 {id}：保存的对象 {address} 无法读取：{message}',
  session_lines_damaged: '会话 {id}：{count} 行日志已损坏',
  session_invalid: '会话 {id}：{problem}',
  session_damaged: '会话 {id}：保存的文件已损坏（{path}）',
}

/** A note in the terminal's language. */
export function sayNote(note: Note, say: Say): string {
  return say.language === 'zh' ? fillIn(chineseNotes[note.key], note.values) : noteText(note)
}

/** Several notes on one line; `text` where a record is older than they are. */
export function sayNotes(notes: readonly Note[] | undefined, text: string | undefined, say: Say): string {
  if (!notes || notes.length === 0) return text ?? ''
  return notes.map((note) => sayNote(note, say)).join(say.language === 'zh' ? '；' : '; ')
}
