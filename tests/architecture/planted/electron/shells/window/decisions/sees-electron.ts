// window-decisions-are-plain
import 'electron'
