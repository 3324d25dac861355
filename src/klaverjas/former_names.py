"""Where documented modules were in version 0.1. Their old names work in 0.2, with a warning."""

from typing import Final

from klaverjas.plumbing.moved import MovedModules

FORMER_NAMES: Final = MovedModules(
    {
        "klaverjas.research": "klaverjas.environments",
        "klaverjas.research.recycle": "klaverjas.recycle",
        "klaverjas.research.sampling": "klaverjas.statistics.sampling",
        "klaverjas.research.statistics": "klaverjas.statistics.figures",
        "klaverjas.research.statistics_picture": "klaverjas.statistics.pictures",
        "klaverjas.kernel.batches": "klaverjas.kernel.solver.batches",
        "klaverjas.kernel.contract": "klaverjas.kernel.solver.contract",
        "klaverjas.kernel.gpu_rounds": "klaverjas.kernel.cuda.rounds",
        "klaverjas.kernel.position": "klaverjas.kernel.solver.position",
        "klaverjas.kernel.rollouts": "klaverjas.kernel.dispatch",
        "klaverjas.kernel.scores": "klaverjas.kernel.solver.solve_score",
        "klaverjas.kernel.solving": "klaverjas.kernel.solver.solve",
        "klaverjas.kernel.stakes": "klaverjas.kernel.solver.stakes",
    },
    gone_in="0.3",
)
