#!/usr/bin/env python3
"""Stands before z3 on the search path and hands on what yosys-smtbmc says to it.

A definition becomes a constant and an equation: z3 4.8 takes a time quadratic in the number of definitions, and the
proofs have thousands. After the question the text is left alone, for an equation would take the model away.
"""

import os
import re
import subprocess
import sys

DEFINITION = re.compile(r"\(define-fun (\|[^|]*\|) \(\) (Bool|\(_ BitVec \d+\)) (.*)\)$")

# The z3 that comes after this one.
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["PATH"] = os.pathsep.join(place for place in os.environ["PATH"].split(os.pathsep) if place != HERE)
with subprocess.Popen(["z3", *sys.argv[1:]], stdin=subprocess.PIPE, text=True) as z3:
    asked = False
    for line in sys.stdin:
        if not asked:
            line = DEFINITION.sub(r"(declare-fun \1 () \2)(assert (= \1 \3))", line)
        asked = asked or line.startswith("(check-sat)")
        z3.stdin.write(line)
        if asked:
            z3.stdin.flush()
    z3.stdin.close()
sys.exit(z3.returncode)
