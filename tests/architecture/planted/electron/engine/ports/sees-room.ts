// ports-are-interfaces
import '../text/words'
