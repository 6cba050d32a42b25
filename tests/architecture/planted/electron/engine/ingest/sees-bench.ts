// bench-in-its-command-only
import '../../../bench/measure'
