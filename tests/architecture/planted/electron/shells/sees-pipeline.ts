// shells-are-thin
import '../pipeline/stages/1-one'
