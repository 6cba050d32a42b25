import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { DatetimeFields } from '@shared/tools/datetime-fields'
import { CalculatorArguments, CurrencyArguments, RecordLookupArguments } from '@shared/tools/small-tool-arguments'
import { TableQueryArguments } from '@shared/tools/table-query-arguments'
import type { McpParts } from './mcp-call'
import { addOwnTool } from './own-tool-call'

export function addTableQuery(server: McpServer, parts: McpParts): void {
  addOwnTool(server, parts, {
    name: 'table_query',
    title: 'Query a table',
    description:
      'Works out figures from one table of the user’s documents (CSV, spreadsheet, table of a page): sums, averages, counts, groups, the most and the least, lists of rows. Name the table by its file. A table or column that there is not is answered with the names that there are. For a question in words use "ask", which reads tables too.',
    args: TableQueryArguments.shape,
    readsDocuments: true,
  })
}

export function addRecordLookup(server: McpServer, parts: McpParts): void {
  addOwnTool(server, parts, {
    name: 'record_lookup',
    title: 'Look up a record',
    description:
      'Finds the rows of a table in the user’s documents by an identifier (TKT-1042, an invoice or serial number) or a name, and tells their cells as the document writes them. Without the name of a table it looks through all; names that there are not are answered with those that there are.',
    args: RecordLookupArguments.shape,
    readsDocuments: true,
  })
}

export function addCalculator(server: McpServer, parts: McpParts): void {
  addOwnTool(server, parts, {
    name: 'calculator',
    title: 'Calculator',
    description: 'Works out arithmetic, percentages, functions and conversions between units, exactly.',
    args: CalculatorArguments.shape,
  })
}

export function addDatetime(server: McpServer, parts: McpParts): void {
  addOwnTool(server, parts, {
    name: 'datetime',
    title: 'Date and time',
    description:
      'Tells the time and the date on the user’s machine and in other places, weekdays, how long it is between days, days so much later, working days, ages, festivals, and dates of the Chinese calendar. Which fields each operation takes stands in "operation".',
    args: DatetimeFields.shape,
  })
}

export function addCurrency(server: McpServer, parts: McpParts): void {
  addOwnTool(server, parts, {
    name: 'currency',
    title: 'Currency',
    description:
      'Converts between currencies by the European Central Bank’s reference rates in the file that the user imported, and says of which day they are. Fails where no file was imported; it asks no network.',
    args: CurrencyArguments.shape,
  })
}
