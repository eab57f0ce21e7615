"""People: their devices, the ways back to them, and what signs them in.

The modules of ``gipf_meta.host`` stand on this folder, and it imports none of them.
"""
