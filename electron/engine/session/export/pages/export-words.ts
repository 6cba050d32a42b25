import type { QualityLabel } from '@shared/events'
import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'

export type ExportLanguage = 'en' | 'zh'

/** The language a session's pages speak: its locale's. */
export function exportLanguage(context: SessionContext): ExportLanguage {
  return context.meta?.locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export interface ExportWords {
  readonly untitled: string
  readonly created: string
  readonly updated: string
  readonly questions: string
  readonly sources: string
  readonly sessions: string
  readonly page: (page: number) => string
  readonly source: (number: number) => string
  readonly back: string
  readonly check: string
  readonly noAnswer: string
  readonly noPassage: string
  readonly redacted: string
  /** What is said of an answer that did not end well; nothing of one that did. */
  readonly status: Readonly<Record<TurnTrace['status'], string>>
  readonly label: Readonly<Record<QualityLabel, string>>
}

const en: ExportWords = {
  untitled: 'Untitled session',
  created: 'Created',
  updated: 'Last changed',
  questions: 'Questions',
  sources: 'Sources',
  sessions: 'Sessions',
  page: (page) => `page ${page}`,
  source: (number) => `Source ${number}`,
  back: 'Back to the answer',
  check: 'Check',
  noAnswer: 'There is no answer.',
  noPassage: 'The passage is not part of this record.',
  redacted: 'The passage was left out.',
  status: {
    complete: '',
    cancelled: 'This answer was cancelled before it was complete.',
    interrupted: 'This answer was interrupted before it was complete.',
    error: 'This answer ended with an error.',
  },
  label: {
    complete_excellent: 'complete, every sentence carried by its source',
    complete_good: 'complete, nearly every sentence carried by its source',
    partial_needs_improvement: 'partial, needs improvement',
    incomplete_missing_info: 'incomplete, information is missing',
    failed_poor_quality: 'failed, of poor quality',
    error_invalid: 'not valid',
  },
}

const zh: ExportWords = {
  untitled: '未命名会话',
  created: '创建时间',
  updated: '最后修改',
  questions: '问题',
  sources: '来源',
  sessions: '会话',
  page: (page) => `第 ${page} 页`,
  source: (number) => `来源 ${number}`,
  back: '返回回答',
  check: '核查',
  noAnswer: '没有回答。',
  noPassage: '此记录中没有该段落。',
  redacted: '该段落已隐去。',
  status: {
    complete: '',
    cancelled: '此回答在完成前被取消。',
    interrupted: '此回答在完成前被中断。',
    error: '此回答因错误而结束。',
  },
  label: {
    complete_excellent: '完整，每句都有来源支持',
    complete_good: '完整，大部分语句有来源支持',
    partial_needs_improvement: '部分完成，需要改进',
    incomplete_missing_info: '不完整，缺少信息',
    failed_poor_quality: '未通过，质量较差',
    error_invalid: '无效',
  },
}

export const exportWords: Readonly<Record<ExportLanguage, ExportWords>> = { en, zh }
