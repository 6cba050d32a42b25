import { cellWords } from '../../citations/cite'

/**
 * The name of a theme as an answer writes it, between `**`. It comes from documents: nothing of it may end the emphasis or
 * look like a citation.
 */
export function themeTitle(title: string): string {
  return cellWords(title).replaceAll('*', '')
}
