// critic-judges-by-rules-alone
import '../pipeline/sees-engine'
